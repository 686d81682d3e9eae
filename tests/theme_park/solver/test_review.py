"""A submitted sequence against the best, and what one thing more would bring."""

import json
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise, permutations

import pytest

from api.theme_park.schemas.loading import load_moves, load_position
from api.theme_park.text.reviews import review_text
from models.shared.data import read_json
from models.theme_park.guests import Colour, GuestId, TileId
from models.theme_park.operate.consistency.parks import inconsistencies
from models.theme_park.operate.mid_phase import moves_from, standing
from models.theme_park.operate.moves import AdjustColour, AdjustValue, MapMove, MascotMove, Move, OperateMove
from models.theme_park.operate.notation import parse_position
from models.theme_park.operate.phase import legal_moves_of
from models.theme_park.operate.position import Position
from models.theme_park.operate.replay import replay
from models.theme_park.operate.state import start
from solver import search_process
from solver.runtime.process import WarmProcess
from solver.theme_park.operate.advisor import advise
from solver.theme_park.operate.incumbent import Disagreement, Incumbent
from solver.theme_park.operate.result import Advice, Status
from solver.theme_park.operate.review.losses import NO_LOSS, Loss, Reach
from solver.theme_park.operate.review.records import Known, Memory, ReviewProgress
from solver.theme_park.operate.review.review import halving, review
from solver.theme_park.operate.review.what_if import Thing, weigh, what_if
from solver.theme_park.operate.settings import Objective, Settings
from tests.api.documents import run

LIMIT = Settings(time_limit=60)


@pytest.fixture(scope="module")
def park() -> Position:
    return load_position(read_json("theme_park/positions/log-flume.json"))


@pytest.fixture(scope="module")
def child() -> Iterator[WarmProcess]:
    with closing(search_process()) as made:
        yield made


@pytest.fixture(scope="module")
def solved(park: Position, child: WarmProcess) -> Advice:
    return advise(park, LIMIT, child=child)


def moves_of(advice: Advice) -> list[Move]:
    return [step.move for step in advice.verdict.steps]


def test_the_best_sequence_loses_nothing(park: Position, solved: Advice, child: WarmProcess) -> None:
    told = review(park, moves_of(solved), LIMIT, child=child)
    assert [step.lost for step in told.steps] == [NO_LOSS] * len(told.steps)
    assert told.left == NO_LOSS
    assert told.status is Status.OPTIMAL


def test_losses_and_what_is_left_add_up_to_the_difference_from_the_best(park: Position, child: WarmProcess) -> None:
    for first in list(legal_moves_of(OperateMove, park, start(park)))[:3]:
        told = review(park, [first], LIMIT, child=child)
        lost = [each.proven for each in (*(step.lost for step in told.steps), told.left) if each]
        assert None not in lost
        assert sum(filter(None, lost)) == told.best.least - told.verdict.stars == told.lost.proven


def test_better_moves_are_legal_and_bring_what_they_promise(park: Position, child: WarmProcess) -> None:
    moves: tuple[Move, ...] = load_moves(read_json("theme_park/positions/log-flume.moves.json"), park)
    told = review(park, moves, LIMIT, child=child)
    played: list[Move] = []
    for step in told.steps:
        (plan,) = step.before.plan
        assert replay(park, (*played, *plan)).stars == step.before.least
        played.append(step.step.move)


def test_a_state_stands_as_a_position_of_its_own(park: Position) -> None:
    first = next(iter(legal_moves_of(OperateMove, park, start(park))))
    reached = replay(park, [first]).reached
    assert start(standing(park, reached)).cubes == reached.cubes
    assert replay(standing(park, reached), ()).stars == replay(park, [first]).stars
    assert standing(park, start(park)) == park


def test_mascots_used_in_the_midst_of_an_operation_are_counted_from_the_start_of_the_phase(park: Position) -> None:
    three = replace(park, mascots=(None, None, None))
    turn = MascotMove(0, TileId("log-flume"), (AdjustValue(GuestId("g1"), 1),))
    used = start(three)._replace(mascots=(False, True, True))
    inside = OperateMove(TileId("log-flume"), (GuestId("g1"),), assembled=(turn,))
    outside, within = moves_from(used, [turn, inside])
    assert outside == replace(turn, mascot=1)
    assert within == replace(inside, assembled=(replace(turn, mascot=1),))


@pytest.mark.parametrize(
    ("guests", "searched"),
    [
        ("~b.b20.g20.y21~gg3.a.ride~gb2.b.other", True),
        ("~z~b.b0.g8.y9~gg3.a.ride" + "".join(f"~gb1.b{number}.other" for number in range(9)), False),
    ],
)
def test_a_die_is_treated_as_a_colour_of_which_all_dice_are_in_park_and_bag(
    guests: str, searched: bool, child: WarmProcess
) -> None:
    """No position has one blue die more than there are: where no bag makes up for it that state is not searched."""
    position = parse_position(
        f"p1~f~r2~k~t.entrance.0.0.Park__Entrance.x1.a.i1.ukg~t.other.0.1.Other.b3.y~t.ride.1.0.Ride.b5.b{guests}"
    )
    moves = (
        MascotMove(0, TileId("ride"), (AdjustColour(GuestId("a"), Colour.BLUE),)),
        OperateMove(TileId("ride"), (GuestId("a"),), GuestId("a"), TileId("entrance")),
    )
    told = review(position, moves, LIMIT, child=child)
    assert told.verdict.legal
    assert (inconsistencies(standing(position, told.steps[0].step.after)) == ()) == searched
    assert told.steps[1].together.proven is not None


def unsearched(position: Position, settings: Settings = LIMIT) -> Advice:
    """What is known before anything was found."""
    return Incumbent(position, settings, None).advice(None)


def no_search(*_: object, **__: object) -> Advice:
    raise AssertionError("nothing was to be searched")


def test_more_stars_than_a_limit_are_no_answer() -> None:
    with pytest.raises(Disagreement):
        Reach(53, 49)
    with pytest.raises(Disagreement):
        Loss(4, 3)
    with pytest.raises(Disagreement):
        Loss(-1, 3)


def test_a_search_that_stops_short_of_what_was_played_tells_no_loss(
    park: Position, solved: Advice, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The proven best plan was once told as 53 of 49 stars, and a move of it as one that loses 36."""
    best = moves_of(solved)
    nothing = replace(unsearched(park), bound=None)
    monkeypatch.setattr("solver.theme_park.operate.review.review.advise", lambda *_, **__: nothing)
    told = review(park, best, LIMIT)
    assert told.best.least == told.verdict.stars == 12
    assert told.lost.at_least == 0
    assert all(step.lost.at_least == 0 for step in told.steps)
    assert "12 stars of at least 12 and at most" in review_text(told, 300)


def test_a_known_better_sequence_is_what_the_moves_are_held_against(
    park: Position, solved: Advice, monkeypatch: pytest.MonkeyPatch
) -> None:
    best, limit = moves_of(solved), solved.bound
    monkeypatch.setattr("solver.theme_park.operate.review.review.advise", lambda *_, **__: unsearched(park))
    told = review(park, (), LIMIT, known=best)
    assert told.best == Reach(12, told.best.most, (tuple(best),))
    assert told.left is not None
    assert told.left.at_most == told.best.most
    monkeypatch.setattr("solver.theme_park.operate.review.review.advise", no_search)
    known = review(park, best[:1], LIMIT, known=best, memory=Remembering(Known((tuple(best),), limit)), complete=False)
    assert known.lost == NO_LOSS
    assert known.left is None


class Remembering(Memory):
    """Knows one thing, of the position that is asked about first."""

    def __init__(self, known: Known) -> None:
        self.known: list[Known] = [known]
        self.kept: list[Advice] = []

    def recall(self, position: Position) -> list[Known]:
        return [self.known.pop()] if self.known else []

    def keep(self, position: Position, advice: Advice) -> None:
        self.kept.append(advice)


def test_the_same_moves_in_another_order_meet_the_known_plan_again(
    park: Position, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two maps in either order lead to one state."""
    rich = replace(park, maps=2)
    monkeypatch.setattr(
        "solver.theme_park.operate.review.review.advise", lambda position, settings, **_: unsearched(position, settings)
    )
    first, second, operation = next(
        (one, other, each)
        for one, other in permutations(legal_moves_of(MapMove, rich, start(rich)), 2)
        if one.guest != other.guest
        for each in legal_moves_of(OperateMove, rich, replay(rich, [one, other]).reached)
    )
    told = review(rich, (second, first), LIMIT, known=(first, second, operation))
    assert told.at_end.least == replay(rich, (first, second, operation)).stars > told.verdict.stars


def test_what_is_known_when_it_is_stopped_is_told(park: Position) -> None:
    first = next(iter(legal_moves_of(OperateMove, park, start(park))))
    told = review(park, [first], LIMIT, cancelled=lambda: True)
    assert told.stopped
    assert told.status is Status.CANCELLED
    assert told.searched < told.states
    assert "Stopped after 0 of 2 states" in review_text(told, 300)


def test_a_review_for_which_no_time_is_left_tells_what_is_known_without_a_search(park: Position) -> None:
    """Phases of a whole game that come last may find their time spent; such a review was an error."""
    told = review(park, (), LIMIT, total=0.0)
    assert (told.stopped, told.status) == (False, Status.FEASIBLE)
    assert told.best.least == 0 < told.best.most


def test_ctrl_c_in_one_search_ends_the_searches_that_would_follow(
    park: Position, monkeypatch: pytest.MonkeyPatch
) -> None:
    stopped = replace(Incumbent(park, LIMIT, None).advice(Status.CANCELLED), notes=("a note",))
    asked: list[Position] = []

    def interrupted(position: Position, *_: object, **__: object) -> Advice:
        asked.append(position)
        return stopped

    for module in ("review.review", "review.what_if"):
        monkeypatch.setattr(f"solver.theme_park.operate.{module}.advise", interrupted)
    first = next(iter(legal_moves_of(OperateMove, park, start(park))))
    assert review(park, [first], LIMIT).stopped
    assert len(asked) == 1
    with pytest.raises(KeyboardInterrupt):
        what_if(stopped, LIMIT)


def test_an_illegal_sequence_is_not_judged_by_where_it_stops(park: Position) -> None:
    wrong = MapMove(GuestId("g1"), TileId("duck-pond"))
    told = review(replace(park, maps=0), [wrong], LIMIT)
    assert (told.complete, told.left) == (False, None)
    assert told.lost == NO_LOSS


def test_progress_tells_which_state_is_looked_at_and_never_loosens(park: Position, child: WarmProcess) -> None:
    first = next(iter(legal_moves_of(OperateMove, park, start(park))))
    news: list[ReviewProgress] = []
    review(park, [first], LIMIT, on_progress=news.append, child=child)
    assert {each.states for each in news} == {2}
    numbers = [each.searched for each in news]
    assert numbers == sorted(numbers)
    for earlier, later in pairwise(news):
        assert earlier.lost.at_least <= later.lost.at_least <= later.lost.at_most <= earlier.lost.at_most


@pytest.mark.parametrize(("number", "order"), [(1, [0]), (2, [0, 1]), (5, [0, 4, 2, 1, 3])])
def test_states_far_apart_come_first(number: int, order: list[int]) -> None:
    assert halving(number) == order


def test_one_thing_more_never_takes_stars_away(park: Position, child: WarmProcess) -> None:
    short = replace(park, maps=0)
    advice = advise(short, LIMIT, child=child)
    gains = what_if(advice, LIMIT, child)
    assert {gain.name.split(" on ")[0] for gain in gains} == {"one more map", "one more mascot", "one more pip"}
    more = next(gain for gain in gains if gain.name == "one more map")
    assert all(gain.at_least <= gain.gain for gain in gains)
    again = weigh(short, LIMIT, child, known=gains[1:])
    assert sorted(again.found, key=str) == sorted(gains, key=str)
    assert all(gain.at_least == gain.gain == gain.at_most for gain in gains if gain.proven)
    assert more.gain == advise(replace(short, maps=1), LIMIT, child=child).verdict.stars - advice.verdict.stars


def test_one_thing_more_is_weighed_in_stars_whatever_counts_as_best(child: WarmProcess) -> None:
    """A die on the Entrance that a map takes to 2 stars or to 1 star and 2 dollars, which the last round counts as a third one."""
    park = parse_position(
        "p1~r2~d1~t.entrance.0.0.Park__Entrance.x1.a.i1.ukg~t.m.0.1.M.b1.b1.uk~t.m2.1.-1.M2.b0.a6~t.s.1.0.S.b2.b1~c.entrance.2"
        "~gb1.a.entrance"
    )
    final = replace(LIMIT, objective=Objective.FINAL)
    by_stars = what_if(advise(park, LIMIT, child=child), LIMIT, child)
    assert next(gain.gain for gain in by_stars if gain.name == "one more map") == 2
    assert what_if(advise(park, final, child=child), final, child) == by_stars
    assert weigh(park, final, child).found == by_stars


def test_one_thing_more_is_not_proven_where_what_it_brings_is_no_whole_number(child: WarmProcess) -> None:
    """With one more mascot the die may be rerolled, for 3/2 stars more on average (5/2 of them less one that is sure)."""
    park = parse_position(
        "p1~f~r2~es~t.entrance.0.0.Park__Entrance.x1.a.i1.ukg~t.other.0.1.Other.b3.a6~t.ride.1.0.Ride.b1.a2r~c.entrance.2~gb1.a.ride"
    )
    more = next(each for each in what_if(advise(park, LIMIT, child=child), LIMIT, child) if each.thing is Thing.MASCOT)
    expected = (
        advise(replace(park, mascots=(None,)), LIMIT, child=child).stages[0].value
        - advise(park, LIMIT, child=child).stages[0].value
    )
    assert expected == Fraction(3, 2)
    assert not more.proven
    assert more.at_most is not None
    assert more.at_least <= expected <= more.at_most


@pytest.mark.parametrize(
    ("cards", "thing"),
    [("~s.mascot.ticket-agent", Thing.MASCOT), ("~ei", Thing.MAP)],
    ids=["mascot card", "cable cars"],
)
def test_one_thing_more_that_makes_a_park_none_to_be_searched_is_limited_without_a_search(
    cards: str, thing: Thing, child: WarmProcess
) -> None:
    cars = ".nc" if thing is Thing.MAP else ""
    position = parse_position(
        f"p1~f~r4~j.timing.between-operations.any-step{cards}~t.entrance.0.0.Park__Entrance.x1.a.i1.ukg{cars}"
        f"~t.t1.0.-1.Ride__1.x1.a{cars}~gy5.g1.t1~gy5.g2.t1"
    )
    told = weigh(position, LIMIT, child)
    assert not told.stopped
    assert len(told.found) == told.things
    (unsearched,) = [each for each in told.found if each.thing is thing]
    assert unsearched.at_least == unsearched.gain == 0
    assert unsearched.at_most is not None
    assert all(each.proven for each in told.found if each.thing is Thing.PIP)


def test_the_command_tells_stars_lost_at_each_step() -> None:
    told = run(
        "review",
        "fixtures/theme_park/positions/log-flume.json",
        "fixtures/theme_park/positions/log-flume.moves.json",
        "--time-limit",
        "60",
        "--json",
    )
    assert told.code == 0
    document = json.loads(told.out)
    assert {"legal", "stars", "best", "steps", "lost", "violation"} <= document.keys()
    assert (document["lost"], document["left_at_end"], document["status"]) == (0, 0, "optimal")
    assert all(step["better"] for step in document["steps"] if step["lost"])


def test_one_more_mascot_brings_what_the_administrator_pays_for_owning_it(child) -> None:
    """It pays one star for two mascots; there is nothing that a second one could do."""
    park = parse_position("p1~f~r2~k~amascots~t.entrance.0.0.Park__Entrance.x1.a.i1.ukg~c.entrance.2~gb6.z.entrance")
    for administrator, stars in ((park.administrator, 1), (None, 0)):
        position = replace(park, administrator=administrator)
        gains = what_if(advise(position, LIMIT, child=child), LIMIT, child)
        more = next(each for each in gains if each.thing is Thing.MASCOT)
        assert (more.gain, more.at_least, more.at_most, more.proven) == (stars, stars, stars, True)
