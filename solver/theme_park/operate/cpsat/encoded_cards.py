"""Where CP-SAT's model holds each card; a position with a card that is missing here is not solved."""

from models.theme_park.attraction import Innovation, Upgrade
from models.theme_park.cards import AdministratorKind, SkillKind, Staff
from solver.theme_park.operate.cards import CardTable

IDLE = "it does nothing in this phase"
RULES = "the model asks the rules"

ENCODED: CardTable[str] = CardTable(
    skills=dict.fromkeys(SkillKind, "skills.encoding"),
    administrators={
        AdministratorKind.KEEP_PIPS: "constraints.administrators",
        AdministratorKind.ATTRACTIONS_OF_COLOUR: "constraints.administrators",
        AdministratorKind.RETURN_DISCARDED: "objective",
        AdministratorKind.ATTRACTIONS: "constraints.administrators",
        AdministratorKind.MASCOTS: IDLE,
        AdministratorKind.WELCOME_EXTRA_GUEST: IDLE,
        AdministratorKind.MONEY_WORTH_MORE: RULES,
        AdministratorKind.CHEAPER_MASCOTS: IDLE,
        AdministratorKind.CHEAPER_MAPS: IDLE,
        AdministratorKind.SWAP_STAFF_CARD: IDLE,
        AdministratorKind.LOWER_TURN_SUM: IDLE,
        AdministratorKind.REROLL: "constraints.rerolls",
        AdministratorKind.MOVE_UPGRADE: IDLE,
    },
    staff={
        Staff.TICKET_AGENT: "objective",
        Staff.CONCIERGE: IDLE,
        Staff.GUIDE: "constraints.movement",
        Staff.MASCOT: "constraints.mascots",
        Staff.BUILDER: IDLE,
        Staff.MANAGER: "constraints.cubes",
        Staff.INNOVATOR: IDLE,
        Staff.CONSULTANT: IDLE,
        Staff.CHAPERONE: IDLE,
    },
    innovations={
        Innovation.CABLE_CAR: "constraints.cable_cars",
        Innovation.PHOTO_BOOTH: "constraints.party",
        Innovation.STATUE_1: IDLE,
        Innovation.STATUE_2: IDLE,
        Innovation.STATUE_3: IDLE,
    },
    upgrades=dict.fromkeys(Upgrade, RULES),
)
"""Of every card the module that encodes it, or why none needs to."""
