"""What the searching process makes of what the engines tell, and in which order it sends that."""

import gc
import threading
from dataclasses import replace
from typing import Any

import pytest

from models.theme_park.operate.notation import parse_position
from models.theme_park.operate.position import Position
from solver.runtime.messages import Finished
from solver.runtime.process import start
from solver.theme_park.operate import worker
from solver.theme_park.operate.flow.network import FlowNetwork
from solver.theme_park.operate.messages import Candidate, Effort, Found, Limit, Message
from solver.theme_park.operate.plan import EndPlan, Plan
from solver.theme_park.operate.search_process import search_task
from solver.theme_park.operate.settings import Engine, Settings, Stage
from solver.theme_park.operate.worker import Outbox, search_and_tell
from tests.bench import positions

SOON = 60.0
PARK = parse_position(
    "p1~t.entrance.0.0.Park__Entrance.x1.a.ug~t.pond.2.0.Pond.g3.Haa~t.flume.1.0.Flume.b4.Lab"
    "~gy4.g1.entrance~gb5.g2.flume~gy1.g3.flume"
)
STAYING = Plan((), tuple(EndPlan(guest.id, guest.value, 0, 0) for guest in PARK.guests))
"""Nobody operates, and no die is turned or moved."""
TURNED = replace(STAYING, end=(EndPlan(PARK.guests[0].id, PARK.guests[0].value, 0, 0),))
"""As little is done, and less is said."""


def found(rank: int = 0, engine: Engine = Engine.LAYERED, plan: Plan = STAYING, position: Position = PARK) -> Found:
    return Found(rank, position, (plan,), engine)


class Blocked(Outbox):
    """An outbox whose thread waits until everything is at hand."""

    def __init__(self, tell: Any) -> None:
        self.full = threading.Event()
        super().__init__(tell)

    def _send(self) -> None:
        assert self.full.wait(SOON)
        super()._send()


def sent(*messages: Message) -> list[Any]:
    """What is sent of these messages, all of them at hand when the sending begins."""
    told: list[Any] = []
    outbox = Blocked(told.append)
    for message in messages:
        outbox.put(message)
    outbox.full.set()
    outbox.close()
    return told


def test_of_layered_plans_at_hand_only_the_last_of_each_rank_is_sent() -> None:
    told = sent(found(), found(), found(rank=1), found(rank=1))
    assert told == [Candidate(0, ((),), Engine.LAYERED), Candidate(1, ((),), Engine.LAYERED)]


def test_a_better_plan_is_not_lost_where_another_thread_tells_a_lesser_one_after_it() -> None:
    best, less = replace(found(), values=(12, 3)), replace(found(plan=TURNED), values=(10, 9))
    assert sent(best, less)[0] == Candidate(0, ((),), Engine.LAYERED)
    assert len(sent(less, best)) == 1


def test_every_plan_of_cp_sat_is_sent_as_its_limits_follow_it() -> None:
    limit = Limit(0, Stage.STARS, 12)
    told = sent(found(engine=Engine.CPSAT), found(engine=Engine.CPSAT), limit)
    assert told == [Candidate(0, ((),)), Candidate(0, ((),)), limit]


def test_a_limit_between_two_layered_plans_keeps_its_place() -> None:
    limit = Limit(0, Stage.STARS, 12)
    plan = Candidate(0, ((),), Engine.LAYERED)
    assert sent(found(), limit, found()) == [plan, limit, plan]


def test_a_plan_that_cannot_be_unfolded_ends_the_search_with_a_reason() -> None:
    (told,) = sent(found(plan=Plan((), (EndPlan(PARK.guests[0].id, 6, 9, 0),))))
    assert isinstance(told, Finished)
    assert told.failure is not None
    assert told.failure.startswith("a plan cannot be unfolded: ")


def test_what_comes_after_the_end_reaches_nobody() -> None:
    told: list[Any] = []
    outbox = Outbox(told.append)
    outbox.close()
    outbox.put(Limit(0, Stage.STARS, 3))
    assert told == []


def test_a_search_tells_what_it_finds_and_gives_how_long_its_proof_took() -> None:
    told: list[Any] = []
    effort = search_and_tell((PARK, Settings(workers=1)), told.append)
    assert isinstance(effort, Effort)
    assert effort.first_proven is not None
    assert any(isinstance(message, Candidate) for message in told)


def networks() -> int:
    """Linear programs of the relaxation that this process holds."""
    gc.collect()
    return sum(isinstance(each, FlowNetwork) for each in gc.get_objects())


def test_a_search_leaves_no_linear_program_behind() -> None:
    before, most = networks(), 0

    def look(_message: object) -> None:
        nonlocal most
        most = most if most > before else networks()  # it looks at every object of the process

    search_and_tell((positions.position("board1-01"), Settings()), look)
    assert networks() <= before < most


def test_a_search_that_fails_still_sends_what_it_had(monkeypatch: pytest.MonkeyPatch) -> None:
    limit = Limit(0, Stage.STARS, 12)

    def fail(_position: Position, _settings: Settings, tell: Any) -> None:
        tell(limit)
        raise MemoryError("no room")

    monkeypatch.setattr(worker, "search", fail)
    told: list[Any] = []
    with pytest.raises(MemoryError):
        search_and_tell((PARK, Settings()), told.append)
    assert told == [limit]


def test_a_process_that_is_asked_by_name_gives_legal_candidates() -> None:
    spawned = start(search_task(PARK, Settings(workers=1)))
    told: list[Any] = []
    try:
        while not told or not isinstance(told[-1], Finished):
            assert spawned.pipe.poll(SOON), "nothing is told"
            told.append(spawned.pipe.recv())
    finally:
        spawned.end()
    assert told[-1].failure is None
    assert any(isinstance(message, Candidate) for message in told)


def test_a_process_that_is_not_prepared_uses_only_what_needs_no_compiling() -> None:
    _, settings = search_task(PARK, Settings(), prepared=False).payload
    assert settings.engines == {Engine.CPSAT}
