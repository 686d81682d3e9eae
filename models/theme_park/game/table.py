"""What is fixed before the first event: players, variant, expansions, edition, rulings, printed facts."""

from dataclasses import dataclass
from functools import cached_property

from models.theme_park.cards import COPIES_OF_A_SKILL, Staff
from models.theme_park.expansions import STAFF_OF
from models.theme_park.game.box.printed_facts import Box
from models.theme_park.game.ids import PlayerId
from models.theme_park.game.variant import DICE_OF_EACH_COLOUR, SEATS_OF_SOLO, Edition, Stack, Variant
from models.theme_park.operate.position import DEFAULT_RULINGS, Expansion, RuleSet, vip_tokens
from models.theme_park.rulings import Choice, Ruling, Rulings

BASE_HAND = (Staff.TICKET_AGENT, Staff.CONCIERGE, Staff.GUIDE, Staff.MASCOT, Staff.BUILDER, Staff.MANAGER)
PROMO_HAND = tuple(card for card in Staff if STAFF_OF.get(card) is Expansion.PROMO)
FIRST_OBJECTIVE = 3
HAND_OF_SOLO = 12  # rulebook, Solo Rules, Promo Pack 1
BASE_SKILLS, SURPRISE_SKILLS = 15, 3
TILES_IN_STACK: dict[Stack, int] = {Stack.A: 20, Stack.B: 16}  # rulebook, Components
SURPRISE_TILES = 3  # of each stack (rulebook, Surprises, Components)


@dataclass(frozen=True)
class Table:
    """The head of a record. ``players`` sit clockwise: the next one is to the left."""

    players: tuple[PlayerId, ...]
    variant: Variant
    box: Box
    expansions: frozenset[Expansion] = frozenset()
    edition: Edition = Edition.RULEBOOK
    rulings: Rulings = DEFAULT_RULINGS

    @property
    def solo(self) -> bool:
        """Whether one player plays against a target."""
        return self.variant is Variant.SOLO

    @property
    def seats(self) -> int:
        """Players the table is set up for: two in the solo game."""
        return SEATS_OF_SOLO if self.solo else len(self.players)

    @property
    def displayed(self) -> int:
        """Monorails, attractions and skills that lie out: one more than players."""
        return self.seats + 1

    @property
    def dice_of_each_colour(self) -> int:
        """Dice of each colour that are in the game."""
        return DICE_OF_EACH_COLOUR[1 if self.solo else len(self.players)]

    @property
    def rounds(self) -> int:
        """How many rounds this game has."""
        return self.variant.rounds

    @property
    def objective_rounds(self) -> tuple[int, ...]:
        """Rounds with an objective (rulebook, Setup 4); the solo game has goals instead (ruling ``solo.objectives``)."""
        if self.solo and self.says(Ruling.SOLO_OBJECTIVES, Choice.GOALS_ONLY):
            return ()
        return tuple(range(FIRST_OBJECTIVE, self.rounds + 1))

    @property
    def vip_tokens(self) -> int:
        """VIP tokens there are (rulebook, Innovations and Promo Pack, Components; ruling ``vip.tokens``)."""
        return vip_tokens(self.expansions, for_each=self.says(Ruling.VIP_TOKENS, Choice.EIGHT_FOR_EACH))

    @property
    def operate_game(self) -> RuleSet:
        """What the Operate phase is told."""
        return RuleSet.FULL if self.variant.has_cards else RuleSet.INTRODUCTORY

    @property
    def next_to(self) -> dict[PlayerId, PlayerId]:
        """The player to the left of each."""
        return dict(zip(self.players, (*self.players[1:], self.players[0]), strict=True))

    def has(self, expansion: Expansion) -> bool:
        """Whether ``expansion`` is in play."""
        return expansion in self.expansions

    def says(self, ruling: Ruling, choice: Choice) -> bool:
        """Whether ``choice`` is in force."""
        return self.rulings.says(ruling, choice)

    @cached_property
    def staff_set(self) -> tuple[Staff, ...]:
        """The cards of one player colour (rulebook, Setup 9; Innovations, Setup 9; Promo Pack, Set Up)."""
        cards: tuple[Staff, ...] = BASE_HAND
        if self.has(Expansion.INNOVATIONS):
            cards = tuple(Staff.INNOVATOR if card is Staff.BUILDER else card for card in cards)
        return cards + (PROMO_HAND if self.has(Expansion.PROMO) else ())

    @property
    def sets_a_player(self) -> int:
        """Sets of staff cards that a player begins with: the solo game's are of two colours."""
        return 2 if self.solo else 1

    @property
    def chooses_hand(self) -> bool:
        """Whether a hand is chosen: 12 of the 16 cards of a solo game with the promo pack."""
        return self.solo and self.has(Expansion.PROMO)

    def stack_of(self, number: int) -> Stack:
        """The stack from which the display of round ``number`` is dealt (rulebook, Prepare for Next Round)."""
        four = self.rounds == 4 and not (
            self.variant is Variant.SHORT and self.says(Ruling.SHORT_STACKS, Choice.AS_FULL)
        )
        return Stack.A if number <= (2 if four else 3) else Stack.B

    def tiles_in_stack(self, stack: Stack) -> int:
        """Tiles of a stack before any was dealt."""
        return TILES_IN_STACK[stack] + SURPRISE_TILES * self.has(Expansion.SURPRISES)

    @property
    def skill_cards(self) -> int:
        """How many different skill cards the deck has, as far as the texts say (rulebook, Components, Solo Rules)."""
        return BASE_SKILLS + (SURPRISE_SKILLS if self.has(Expansion.SURPRISES) else 0)

    def skill_copies(self, expansion: Expansion | None) -> int:
        """Copies in the deck of a skill card that ``expansion`` brings (rulebook, Solo Rules; ruling ``surprises.skills``)."""
        surprise = expansion is Expansion.SURPRISES
        if self.solo or (surprise and self.says(Ruling.SURPRISES_SKILLS, Choice.ONE_COPY)):
            return 1
        return COPIES_OF_A_SKILL

    @property
    def skill_deck(self) -> int:
        """Skill cards in the deck before any is dealt."""
        surprises = SURPRISE_SKILLS * self.skill_copies(Expansion.SURPRISES) if self.has(Expansion.SURPRISES) else 0
        return BASE_SKILLS * self.skill_copies(None) + surprises
