"""What kind of value each field of an event is: the one table behind documents, text form and references."""

from enum import StrEnum, auto
from typing import NamedTuple

from models.theme_park.game import events
from models.theme_park.game.events import Event


class Kind(StrEnum):
    """Kinds of values that fields of events hold."""

    PLAYER = auto()
    PLAYERS = auto()
    OBJECTIVES = auto()
    GOAL = auto()
    PLACED_GOALS = auto()
    DICE = auto()
    STAFF = auto()
    STAFF_CARDS = auto()
    ADMINISTRATOR = auto()
    ADMINISTRATORS = auto()
    SKILL = auto()
    SKILLS = auto()
    TILE = auto()
    TILES = auto()
    LYING = auto()
    HEX = auto()
    MONORAIL = auto()
    BOARD = auto()
    SOLO_CARD = auto()
    NUMBER = auto()
    AMOUNTS = auto()
    BOOSTS = auto()
    PLACE = auto()
    PLACES = auto()
    SPACE = auto()
    GUEST = auto()
    COLOUR = auto()
    UPGRADE = auto()
    INNOVATION = auto()
    MOVES = auto()
    PUT_BACKS = auto()
    FLAG = auto()


class EventField(NamedTuple):
    """A field of an event: its kind, and whether it must be there. What may be absent has a default."""

    kind: Kind
    needed: bool = True


BY = {"by": EventField(Kind.PLAYER)}
PAID = {"paid": EventField(Kind.NUMBER, needed=False)}

FIELDS: dict[type[Event], dict[str, EventField]] = {
    events.PlaceObjectives: {"placed": EventField(Kind.OBJECTIVES)},
    events.PlaceGoals: {"placed": EventField(Kind.PLACED_GOALS)},
    events.FillMonorails: {"dice": EventField(Kind.DICE)},
    events.StartOrder: {"order": EventField(Kind.PLAYERS)},
    events.TakeBoard: BY | {"board": EventField(Kind.BOARD)},
    events.ChooseHand: BY | {"staff": EventField(Kind.STAFF_CARDS)},
    events.ChooseAdministrator: BY | {"dealt": EventField(Kind.ADMINISTRATORS), "keep": EventField(Kind.ADMINISTRATOR)},
    events.ChooseSkill: BY | {"dealt": EventField(Kind.SKILLS), "keep": EventField(Kind.SKILL)},
    events.ChooseAttraction: BY
    | {"dealt": EventField(Kind.TILES), "keep": EventField(Kind.TILE), "hex": EventField(Kind.HEX)},
    events.Display: {"attractions": EventField(Kind.TILES), "skills": EventField(Kind.SKILLS, needed=False)},
    events.Plan: BY | {"staff": EventField(Kind.STAFF_CARDS)},
    events.DrawSoloCard: {"card": EventField(Kind.SOLO_CARD)},
    events.LowerSum: BY | {"pips": EventField(Kind.NUMBER)},
    events.Announce: {
        "order": EventField(Kind.PLAYERS, needed=False),
        "income": EventField(Kind.AMOUNTS, needed=False),
    },
    events.Welcome: BY
    | {
        "monorail": EventField(Kind.MONORAIL),
        "concierge": EventField(Kind.BOOSTS, needed=False),
        "vips": EventField(Kind.PLACES, needed=False),
    },
    events.ExtraGuest: BY | {"monorail": EventField(Kind.MONORAIL), "die": EventField(Kind.PLACE)},
    events.Build: BY
    | {"tile": EventField(Kind.TILE), "hex": EventField(Kind.HEX)}
    | PAID
    | {
        "guest": EventField(Kind.GUEST, needed=False),
        "value": EventField(Kind.NUMBER, needed=False),
        "draw": EventField(Kind.COLOUR, needed=False),
        "free": EventField(Kind.TILE, needed=False),
        "free_hex": EventField(Kind.HEX, needed=False),
    },
    events.Recruit: BY | {"skill": EventField(Kind.SKILL, needed=False)} | PAID,
    events.BuyMap: BY | PAID,
    events.RemoveUpgrade: BY | {"tile": EventField(Kind.LYING), "space": EventField(Kind.SPACE)},
    events.InstallUpgrade: BY
    | {
        "tile": EventField(Kind.LYING),
        "space": EventField(Kind.SPACE),
        "upgrade": EventField(Kind.UPGRADE),
    }
    | PAID,
    events.MoveUpgrade: BY
    | {
        "tile": EventField(Kind.LYING),
        "space": EventField(Kind.SPACE),
        "to": EventField(Kind.LYING),
        "to_space": EventField(Kind.SPACE),
    }
    | PAID,
    events.InstallInnovation: BY | {"tile": EventField(Kind.LYING), "innovation": EventField(Kind.INNOVATION)} | PAID,
    events.OperatePark: BY
    | {
        "moves": EventField(Kind.MOVES),
        "stars": EventField(Kind.NUMBER, needed=False),
        "money": EventField(Kind.NUMBER, needed=False),
    },
    events.Earn: {"stars": EventField(Kind.AMOUNTS, needed=False), "money": EventField(Kind.AMOUNTS, needed=False)},
    events.ScoreObjective: {
        "amounts": EventField(Kind.AMOUNTS, needed=False),
        "stars": EventField(Kind.AMOUNTS, needed=False),
    },
    events.PutGuestsBack: BY | {"guests": EventField(Kind.PUT_BACKS)},
    events.SwapStaff: BY | {"give": EventField(Kind.STAFF), "take": EventField(Kind.STAFF)},
    events.ScoreGoal: {"goal": EventField(Kind.GOAL), "achieved": EventField(Kind.FLAG, needed=False)},
    events.EndGame: {
        "stars": EventField(Kind.AMOUNTS, needed=False),
        "winners": EventField(Kind.PLAYERS, needed=False),
    },
}
"""Fields of every kind of event in the order they are written."""


def given(event: Event, name: str, field: EventField) -> bool:
    """Whether a field of an event says something."""
    return field.needed or getattr(event, name) != type(event).__dataclass_fields__[name].default
