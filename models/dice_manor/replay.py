"""Turns judged one after another: every rule in its order, then what the turn does."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from models.dice_manor import bids, placing, tours
from models.dice_manor.phrases import place_text
from models.dice_manor.rewards import reward
from models.dice_manor.rules import Rule, catalogue
from models.dice_manor.rulings import Choice, ManorRulings, Ruling
from models.dice_manor.turn import Nudge, Seat, Turn
from models.shared.phrases import count, listing
from models.shared.rulebook import Broken, Check, first_broken
from models.shared.rulings import UnderRuling, relied_on
from models.shared.verdict import Violation

CHECKS: tuple[Check[Rule, Seat, Turn], ...] = (
    placing.all_unplaced_dice_are_rolled,
    placing.the_roll_is_the_one_on_the_table,
    placing.tokens_are_in_hand,
    placing.the_number_is_shown,
    placing.the_opening_is_in_the_manor,
    placing.no_more_dice_than_show_it,
    bids.advertising_grows_by_its_own_number,
    bids.no_dice_without_a_tile,
    tours.slots_accept,
    tours.slots_are_free,
    tours.steps_go_through_doors,
    tours.paths_do_not_return,
    tours.first_tour_starts_at_the_entrance,
    tours.later_tours_start_beside_a_die,
    tours.a_path_is_not_cut_in_two,
    tours.a_branch_is_not_the_longer_way_on,
    placing.all_dice_of_the_number_are_placed,
    placing.all_dice_that_fit_are_placed,
    placing.unhappy_guests_are_as_told,
)
"""The rules of a turn, in the order in which a broken one is told."""


@dataclass(frozen=True, slots=True)
class Played:
    """A legal turn: what it left, what its paths earned, its unhappy guests, and a sentence about it."""

    turn: Turn
    after: Seat
    prestige: int
    unhappy: int
    text: str


@dataclass(frozen=True, slots=True)
class Verdict:
    """The outcome of replaying turns; ``prestige``: rewards of their paths.

    Of illegal turns, ``under``: single rulings under whose other choice the turns get further; of legal ones,
    ``relies_on``: the choices in force whose opposite would make them illegal.
    """

    steps: tuple[Played, ...]
    reached: Seat
    violation: Violation | None = None
    under: tuple[UnderRuling[Ruling, Choice], ...] = ()
    relies_on: tuple[tuple[Ruling, Choice], ...] = ()

    @property
    def legal(self) -> bool:
        """Whether every turn was legal."""
        return self.violation is None

    @property
    def prestige(self) -> int:
        """What the paths of all legal turns earned."""
        return sum(step.prestige for step in self.steps)


def transition(seat: Seat, turn: Turn) -> Played | Broken[Rule]:
    """What ``turn`` does, or the first rule that it breaks."""
    broken = first_broken(CHECKS, seat, turn)
    if broken is not None:
        return broken
    earned = reward(turn.paths)
    supply = seat.in_supply + len(turn.tokens)
    gained = gained_tokens(earned.tokens, supply, seat.rulings)
    after = replace(
        seat,
        dice={**seat.dice, **{place: turn.number for path in turn.paths for place in path}},
        unplaced=seat.unplaced - turn.of_number,
        rolled=None,
        tokens=seat.tokens - len(turn.tokens) + gained,
        supply=supply - gained,
        unhappy=seat.unhappy + turn.left_out,
        prestige=seat.prestige + earned.prestige,
        board=None if seat.board is None else bids.place_bids(seat.board, seat.player, turn),
    )
    return Played(turn, after, earned.prestige, turn.left_out, told(seat, turn, earned.tokens - gained))


def replay(seat: Seat, turns: Sequence[Turn]) -> Verdict:
    """The verdict on ``turns`` from ``seat``, without what other rulings would make of it."""
    steps: list[Played] = []
    for number, turn in enumerate(turns):
        played = transition(seat, turn)
        if isinstance(played, Broken):
            cited = catalogue()[played.rule].cited(played.case)
            violation = Violation(number, played.rule.value, played.message, cited.source, cited.page)
            return Verdict(tuple(steps), seat, violation)
        steps.append(played)
        seat = played.after
    return Verdict(tuple(steps), seat)


def check(seat: Seat, turns: Sequence[Turn]) -> Verdict:
    """The verdict on ``turns`` from ``seat``, with what it hangs on."""
    watched = seat.rulings.watched()
    verdict = replay(replace(seat, rulings=watched), turns)
    verdict = replace(verdict, reached=replace(verdict.reached, rulings=seat.rulings))
    others = []
    for id, choice, rulings in seat.rulings.others(watched.asked or ()):
        other = replay(replace(seat, rulings=rulings), turns)
        others.append(UnderRuling(id, choice, other.legal, other.violation.step if other.violation else None))
    if verdict.violation is None:
        return replace(verdict, relies_on=relied_on(seat.rulings, others))
    at = verdict.violation.step
    return replace(verdict, under=tuple(one for one in others if one.step is None or one.step > at))


def gained_tokens(tokens: int, supply: int, rulings: ManorRulings) -> int:
    """How many of ``tokens`` earned a player gets: by ruling no more than the supply has."""
    if tokens <= supply or rulings.says(Ruling.TOKENS_IN_THE_BOX, Choice.UNLIMITED):
        return tokens
    return max(0, supply)


def told(seat: Seat, turn: Turn, missing: int) -> str:
    """A sentence on a legal turn; ``missing``: tokens earned that the supply has not."""
    parts = [_token_text(turn)] if turn.tokens else []
    parts.append(f"chooses {turn.number} ({count(turn.of_number, 'die')})")
    for path in turn.paths:
        earned = reward((path,))
        gain = f"{earned.prestige} prestige" if earned.prestige else count(earned.tokens, "token")
        parts.append(f"path {', '.join(place_text(seat.manor, place) for place in path)} earns {gain}")
    if turn.blueprint:
        parts.append(f"{count(turn.blueprint, 'die')} under Blueprint {turn.number}")
    if turn.advertising:
        parts.append(f"{count(turn.advertising, 'die')} on Advertising")
    if turn.left_out:
        parts.append(count(turn.left_out, "unhappy guest"))
    if missing:
        parts.append(f"{count(missing, 'token')} fewer, as the supply is empty")
    text = "; ".join(parts) + "."
    return text[0].upper() + text[1:]


def _token_text(turn: Turn) -> str:
    uses = []
    for use in turn.tokens:
        if isinstance(use, Nudge):
            uses.append(f"turns die {use.die} by {use.by:+d}")
        else:
            uses.append(f"rolls {listing(use.dice)} again: {listing(use.result)}")
    return f"{count(len(turn.tokens), 'token')} ({', '.join(uses)})"
