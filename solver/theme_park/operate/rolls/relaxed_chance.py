"""Rerolls relaxed to choices: the layered search of a park in which a rerolled die is put on the face one wants.

Whatever dice show, no plan brings more than the best sequence of that park, so its limits hold for every plan. Where it brings
more than is found, each face of the first rerolled die is searched on its own, and the mean limits what is expected. What is
found shows which die a plan may do well to reroll. Limits are told as sums over the faces, as ``Limit`` has them.
"""

import math
import threading
from collections.abc import Callable
from functools import cached_property

from models.theme_park.operate.chance import FACES, before_chance, results
from models.theme_park.operate.moves import Move
from models.theme_park.operate.position import Position
from models.theme_park.operate.replay import replay
from solver.theme_park.operate.layered.encoding.park import exact_stages
from solver.theme_park.operate.layered.engine import LayeredEngine
from solver.theme_park.operate.layered.scout import Scout
from solver.theme_park.operate.layered.vectors.vector_questions import VectorQuestions
from solver.theme_park.operate.messages import Found, Limit, Message
from solver.theme_park.operate.score import score
from solver.theme_park.operate.settings import Settings
from solver.theme_park.operate.shared_bounds import SharedBounds
from solver.theme_park.operate.tables import VALUES, Tables
from solver.theme_park.operate.unfolding import unfold

WIDEST = 40_000
"""Width of the last pass for one face: two threads at a time make them, and wider ones take 350 MB each."""


def relaxes(position: Position, settings: Settings) -> bool:
    """Whether the park without chance limits every plan of ``position``, at least in the first stage."""
    tables = Tables(position, faces=VALUES)
    return tables.chance and exact_stages(tables, settings.objective) > 0


class RelaxedChance:
    """The search of the park without chance.

    ``known``: what is known of the real park, by sequences that reroll no die; it takes the limits, and so does ``tell``.
    """

    def __init__(
        self, position: Position, settings: Settings, known: SharedBounds, tell: Callable[[Message], None]
    ) -> None:
        """Nothing searched yet."""
        self._position, self._settings, self._known, self._tell = position, settings, known, tell
        self._bounds = SharedBounds(known.stages)
        self._questions = VectorQuestions(self._bounds)
        self._tables = Tables(position, faces=VALUES)
        self._guides: list[tuple[Move, ...]] = []
        self._followed: set[tuple[Move, ...]] = set()
        self._lock = threading.Lock()
        self._faces: list[int] = []
        self._by_face: dict[int, int] = {}

    def search(self, stop: Callable[[], bool]) -> None:
        """Search until all stages are proven or that park's stars alone, then face by face; or to the end of the widest pass."""
        self._learn()
        engine = LayeredEngine(self._tables, self._settings, self._bounds, self._take, self._questions)
        _run(engine, self._learning(lambda: stop() or self._brings_more))
        if self._brings_more and self._tables.rolls_told_apart:
            self._by_face = dict.fromkeys(VALUES, int(self._bounds.bound(0)))
            self._faces = list(VALUES)
        self.each_face(stop)

    @property
    def _brings_more(self) -> bool:
        """Whether the best of the park without chance is known, and is more than is found in the real one."""
        return self._bounds.proven(1) and not self._known.proven(1)

    def help(self, stop: Callable[[], bool], *, waits: bool, until: float) -> None:
        """Take part in a search that another thread leads while it wants help; ``waits`` a moment for that.

        Nothing is begun after ``until``, if that is to come.
        """
        self.each_face(stop)
        self._helper.help(self._learning(stop), waits=waits, until=until)

    @property
    def waiting(self) -> bool:
        """Whether help is wanted."""
        return bool(self._faces) or self._questions.waiting or self._questions.paths.waiting

    @cached_property
    def _helper(self) -> Scout:
        return Scout(self._tables, self._settings, self._bounds, self._take, self._questions)

    @property
    def most(self) -> float | None:
        """What the best sequence brings in the first stage if dice show what one wants; None while that is not proven."""
        return self._bounds.bound(0) if self._bounds.proven(1) else None

    def guide(self) -> tuple[Move, ...] | None:
        """The last sequence found since the last call that rerolls a die and that no earlier one was like up to the roll."""
        guides, self._guides = self._guides, []
        for moves in reversed(guides):
            first = next(number for number, move in enumerate(moves) if results(move))
            start = (*moves[:first], before_chance(moves[first]))
            if start not in self._followed:
                self._followed.add(start)
                return moves
        return None

    def each_face(self, stop: Callable[[], bool]) -> None:
        """Search on for each face that the first rerolled die may show, several threads a face each.

        Whatever a plan does, it brings no more for a face than the best sequence with that face does; the mean limits it.
        """
        while self._faces and not stop():
            with self._lock:
                if not self._faces:
                    return
                face = self._faces.pop(0)
            self._one_face(face, stop)

    def _one_face(self, face: int, stop: Callable[[], bool]) -> None:
        bounds = SharedBounds(self._known.stages[:1])
        bounds.found(self._known.values[:1])

        def take(message: Message) -> None:
            match message:
                case Limit(bound=int(bound), stage=stage, engine=engine):
                    with self._lock:
                        self._by_face[face] = min(self._by_face[face], bound)
                        total = sum(self._by_face.values())
                    if total % FACES == 0:  # rounded down, the mean would hide what a plan with a reroll may bring
                        self._known.limit(0, total // FACES)
                    self._tell(Limit(0, stage, total, engine))
                case Found():
                    self._take(message)

        def learning() -> bool:
            bounds.found(self._known.values[:1])
            return stop() or bounds.proven(1)

        tables = self._tables.with_first(face)
        _run(LayeredEngine(tables, self._settings, bounds, take, VectorQuestions(bounds)), learning, WIDEST)

    def _learning(self, stop: Callable[[], bool]) -> Callable[[], bool]:
        def stops() -> bool:
            self._learn()
            return stop()

        return stops

    def _learn(self) -> None:
        """What really can be brought is to be beaten here."""
        if self._known.values > self._bounds.values:
            self._bounds.found(self._known.values, self._known.plan)

    def _take(self, message: Message) -> None:
        match message:
            case Limit(_, stage, int(bound), engine):
                number = self._known.stages.index(stage)
                if self._bounds.values[:number] == self._known.values[:number]:
                    self._known.limit(number, bound)
                    self._tell(Limit(0, stage, bound * FACES, engine))
            case Found(plans=(plan,)):
                moves = unfold(self._position, (plan,))[0]
                if any(map(results, moves)):
                    self._guides.append(moves)
                elif self._known.found(self._values(moves), plan):
                    self._tell(message)
            case _:
                self._tell(message)

    def _values(self, moves: tuple[Move, ...]) -> tuple[int, ...]:
        return score(self._position, replay(self._position, moves).reached, self._settings)


def _run(engine: LayeredEngine, stop: Callable[[], bool], most: float = math.inf) -> None:
    """The passes of an engine up to a width of ``most``, as long as they are wanted."""
    engine.open(stop)
    if not stop():
        engine.bound()
        engine.run([width for width in engine.widths() if width <= most], stop)
