"""All players run their parks simultaneously: a phase told move by move, one player's beside another's, is the same."""

from dataclasses import replace
from itertools import accumulate, chain, zip_longest

import pytest

from api import dump_position, load_position, load_record
from models.theme_park.cards import Skill, SkillKind
from models.theme_park.game.events import Earn, OperatePark
from models.theme_park.game.frozen import changed
from models.theme_park.game.parks import games_of, operate_phases
from models.theme_park.game.phases.upkeep import upkeep_earnings
from models.theme_park.game.rules import GameRule
from models.theme_park.game.state import ENTRANCE, Dice
from models.theme_park.game.steps import close_step
from models.theme_park.game.validate import GameRecord, check_game
from models.theme_park.guests import Colour, GuestId, TileId
from models.theme_park.operate.moves import MapMove, MascotMove, OperateMove, SkillUse
from models.theme_park.operate.replay import replay
from models.theme_park.operate.rules import Rule
from tests.theme_park.examples import FIXTURES, read
from tests.theme_park.game.moments import FULL, at, guest, played, tiles

NAMES = ("full-4-all-random", "full-4-promo-sensible", "solo-promo-random")
G1, G2 = GuestId("g1"), GuestId("g2")
WALK = MapMove(G2, TileId("a05"))
LEAVE = OperateMove(ENTRANCE, (G1,))
SWAP, OTHER_SWAP = (MascotMove(0, ENTRANCE, (), SkillUse(guest, to_colour=Colour.GREEN)) for guest in (G1, G2))


def apart(events):
    """Every Operate phase as single moves, the players taking turns."""
    phase = []
    for event in events:
        if isinstance(event, OperatePark):
            phase.append([OperatePark(event.by, (move,)) for move in event.moves])
            continue
        yield from filter(None, chain.from_iterable(zip_longest(*phase)))
        phase = []
        yield event


@pytest.mark.parametrize("name", NAMES)
def test_a_phase_told_move_by_move_between_those_of_others_comes_out_the_same(name):
    record = load_record(read(FIXTURES / "games" / f"{name}.json"))
    whole = check_game(record)
    parts = check_game(replace(record, events=tuple(apart(record.events))))
    assert parts.violation is None
    assert parts.played > whole.played
    assert parts.sheet == whole.sheet
    assert (parts.reached.bag, parts.reached.discarded) == (whole.reached.bag, whole.reached.discarded)
    for one, other in zip(parts.reached.players, whole.reached.players, strict=True):
        assert (one.guests, one.hand, one.operated.steps) == (other.guests, other.hand, other.operated.steps)


def test_cubes_maps_and_mascots_of_earlier_parts_are_used():
    record = load_record(read(FIXTURES / "games" / f"{NAMES[0]}.json"))
    number, event = next((at, each) for at, each in enumerate(record.events) if isinstance(each, OperatePark))
    again = (*record.events[: number + 1], OperatePark(event.by, event.moves))
    violation = check_game(replace(record, events=again)).violation
    assert (violation.step, violation.rule.partition(".")[0]) == (number + 1, "operate")


def test_a_move_that_breaks_a_rule_is_told_before_a_later_one_that_names_what_is_not_there():
    record = load_record(read(FIXTURES / "games" / f"{NAMES[0]}.json"))
    number, event = next((at, each) for at, each in enumerate(record.events) if isinstance(each, OperatePark))
    nobody = MapMove(GuestId("g99"), ENTRANCE)
    for moves, rule in (((LEAVE, LEAVE, nobody), Rule.MOVER_REQUIRED), ((nobody, LEAVE), GameRule.OPERATE_NAMES)):
        events = (*record.events[:number], OperatePark(event.by, moves))
        violation = check_game(replace(record, events=events)).violation
        assert (violation.step, violation.move, violation.rule) == (number, 0, rule)


def phases(green, *parts):
    """The phases of two players who can swap a die, each part with whose it is; ``green``: such dice in the bag at first."""
    game = changed(at(FULL, OperatePark), bag=Dice(3, green, 3))
    for by, colour in zip(game.order, (Colour.BLUE, Colour.GREEN), strict=False):
        guests = guest(1, 1, colour), guest(2, 3)
        game = game.change(by, guests=guests, mascots=1, skills=(Skill(SkillKind.SWAP_COLOUR),), maps=1)
        game = game.change(by, administrator=None, **tiles(game, "a05"))
    events = tuple(OperatePark(game.order[place], tuple(moves)) for place, *moves in parts)
    games = list(accumulate(events, played, initial=game))
    return operate_phases(GameRecord(game.table, events), games)


@pytest.mark.parametrize(
    ("green", "parts"),
    [
        (0, [(0, WALK), (1, LEAVE), (0, SWAP)]),
        (1, [(0, SWAP, LEAVE), (1, OTHER_SWAP), (0, WALK)]),
    ],
    ids=["discarded by another meanwhile", "taken by another afterwards"],
)
def test_a_phase_told_between_those_of_others_is_legal_in_the_park_that_it_found(green, parts):
    found = phases(green, *parts)
    assert [len(phase.events) for phase in found] == [2, 1]
    assert dict(found[0].position.bag)["green"] == 1
    for phase in found:
        position = load_position(dump_position(phase.position))
        assert replay(position, phase.moves).violation is None


def test_a_phase_that_a_player_lets_pass_is_one_too():
    """Ann operates, bob does not, and the round goes on: his park is as he would have found it, and he loses what it could bring."""
    record = load_record(read(FIXTURES / "games" / "introductory-2-random.json"))
    number = next(at for at, each in enumerate(record.events) if isinstance(each, OperatePark) and each.by == "bob")
    told = {(each.round, each.player): each for each in operate_phases(record, games_of(record))}
    game = close_step(games_of(record)[number])
    takes = {player.id: upkeep_earnings(game, player) for player in game.players}
    earn = Earn(
        tuple((by, sum(stars.values())) for by, (stars, _) in takes.items()),
        tuple((by, money) for by, (_, money) in takes.items()),
    )
    for events, phases in (((), [("ann", True)]), ((earn,), [("ann", True), ("bob", False)])):
        passed = replace(record, events=(*record.events[:number], *events))
        assert check_game(passed).violation is None
        found = operate_phases(passed, games_of(passed))
        assert [(each.player, bool(each.events)) for each in found] == phases
    assert found[1].moves == ()
    assert found[1].position == told[1, "bob"].position
