"""Turns a plan into moves: walks merged ways step by step and makes merged adjustments one by one."""

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from itertools import combinations, permutations

from models.theme_park.guests import GuestId, TileId
from models.theme_park.operate.adjustments import Adjusting, adjust, turned
from models.theme_park.operate.mascots import extras_allowed
from models.theme_park.operate.movement import destinations, fare
from models.theme_park.operate.moves import (
    AdjustColour,
    Adjustment,
    AdjustValue,
    GuideMove,
    MapMove,
    MascotMove,
    Move,
    OperateMove,
    SkillUse,
)
from models.theme_park.operate.phase import play
from models.theme_park.operate.position import Position
from models.theme_park.operate.state import GuestNow, State, free_icons, guest_now, start
from models.theme_park.rulings import Choice, Ruling
from solver.theme_park.operate.plan import Begun, EndPlan, Plan, SkillPlan, StepPlan
from solver.theme_park.operate.skill_uses import skill_use
from solver.theme_park.operate.tables import VALUES, Tables


def unfold(position: Position, plans: tuple[Plan, ...]) -> tuple[tuple[Move, ...], ...]:
    """The moves of each plan; of several, each is for one face of the rerolled die, from 1."""
    results = VALUES if len(plans) > 1 else (None,)
    pairs = zip(plans, results, strict=True)
    return tuple(Unfolding(_tables(position, result), plan).moves() for plan, result in pairs)


def beginnings(position: Position, plan: Plan) -> tuple[Begun, ...]:
    """What a plan that rolls no die has begun with after each of its steps, where movers went said."""
    steps: list[StepPlan] = []
    begun = []
    for step, state in Unfolding(_tables(position, None), plan).steps():
        steps.append(step)
        begun.append(Begun(tuple(steps), state))
    return tuple(begun)


@lru_cache(maxsize=2 * len(VALUES))
def _tables(position: Position, result: int | None) -> Tables:
    """One set of tables for all the improvements of a search."""
    return Tables(position, result)


class Unfolding:
    """Plays a plan as single moves; the rules keep the state."""

    def __init__(self, tables: Tables, plan: Plan) -> None:
        """Ready to unfold ``plan`` from the start of the position."""
        self._tables = tables
        self._position: Position = tables.position
        self._plan = plan
        self._state: State = start(tables.position)
        self._moves: list[Move] = []
        self._made_first: tuple[Adjustment, ...] = ()

    def steps(self) -> Iterator[tuple[StepPlan, State]]:
        """Play step after step; gives each, with where its mover went, and the state after it."""
        for number, step in enumerate(self._plan.steps):
            for touch in step.touches:
                if touch.comes is not None:
                    self._bring(touch.guest, touch.comes, touch.maps, touch.guides)
            self._use_mascots(number, step)
            yield self._operate(number, step) if step.operates else step, self._state

    def moves(self) -> tuple[Move, ...]:
        """The moves of the plan, in order."""
        for _ in self.steps():
            pass
        for last in self._plan.end:
            self._adjust(last)
            self._bring(last.guest, None, last.maps, last.guides)
        return tuple(self._moves)

    def _play(self, move: Move) -> None:
        self._state = play(self._position, self._state, move)
        self._moves.append(move)

    def _now(self, guest: GuestId) -> GuestNow:
        now = guest_now(self._position, self._state, guest)
        if now is None:
            raise ValueError(f"the plan touches {guest}, which has left the park")
        return now

    def _bring(self, guest: GuestId, to: TileId | None, maps: int, guides: int) -> None:
        """Walk and lead the guest to ``to``, or, with None, wherever cable cars pay most."""
        way = self._tables.paid_paths.best(self._now(guest).at, to, maps, guides)
        if way is None:
            raise ValueError(f"the plan brings {guest} to {to} with too few maps and guides")
        for tile, led in way[1]:
            self._play(GuideMove(guest, tile) if led else MapMove(guest, tile))

    def _use_mascots(self, number: int, step: StepPlan) -> None:
        """The skill of the step with its extras, then mascots that adjust what is left to adjust."""
        tile = step.tile or self._now(step.touches[0].guest).at
        made_first, self._made_first = self._made_first, ()
        after = self._with_extras(tile, made_first)
        use = None if step.skill is None else self._skill_use(number, tile, after, step.skill)
        if step.skill is not None:
            move = MascotMove(step.skill.mascot, tile, made_first, use, len(made_first))
            after = play(self._position, self._state, move)
        colours, values = self._wanted(step, after)
        if step.skill is not None:
            room = extras_allowed(self._position, with_skill=True) - len(made_first)
            coloured = any(isinstance(extra, AdjustColour) for extra in made_first)
            taken, colours, values = self._share(colours, values, room, most_colours=0 if coloured else 1, own=False)
            self._play(MascotMove(step.skill.mascot, tile, made_first + taken, use, len(made_first)))
        extras, few = step.first
        self._made_first, colours, values = self._share(colours, values, extras, most_colours=few, own=False)
        named = iter(step.plain)
        while colours or values:
            taken, colours, values = self._share(colours, values, self._tables.per_mascot, most_colours=2, own=True)
            self._play(MascotMove(self._spare_mascot(next(named, None)), tile, taken))

    def _wanted(self, step: StepPlan, state: State) -> tuple[list[Adjustment], list[Adjustment]]:
        """The colours and values that the step changes by adjustments, from ``state`` on."""
        colours: list[Adjustment] = []
        values: list[Adjustment] = []
        for touch in step.touches:
            now = guest_now(self._position, state, touch.guest)
            if touch.present and now is not None:
                if now.counts_as is not touch.colour:
                    colours.append(AdjustColour(touch.guest, touch.colour))
                values += self._turns(touch.guest, now.value, touch.value)
        return colours, values

    def _with_extras(self, tile: TileId, extras: tuple[Adjustment, ...]) -> State:
        state = self._state
        for extra in extras:
            state = adjust(self._position, state, Adjusting(tile, extra))
        return state

    def _skill_use(self, number: int, tile: TileId, state: State, plan: SkillPlan) -> SkillUse:
        skill = self._position.mascots[plan.mascot]
        assert skill is not None
        picks = tuple(
            replace(pick, route=(self._destination(number, tile, pick.guest),)) if pick.moves_next_door else pick
            for pick in plan.picks
        )
        return skill_use(self._position, state, skill.kind, picks)

    def _share(
        self, colours: list[Adjustment], values: list[Adjustment], room: int, *, most_colours: int, own: bool
    ) -> tuple[tuple[Adjustment, ...], list[Adjustment], list[Adjustment]]:
        """What one use of a mascot takes of the adjustments wanted, and what is left of them.

        ``most_colours`` counts only under the ruling ``mascot.two-cards-colour``. ``own``: the first of them is the
        mascot's own; the others keep apart where the ruling ``mascot.two-cards-one-die`` asks for it.
        """
        few = self._position.rulings.says(Ruling.MASCOT_TWO_CARDS_COLOUR, Choice.NO)
        number = min(len(colours), room, most_colours if few else room)
        if self._tables.extras_apart:
            return _apart(colours, values, number, room, own=own)
        taken = colours[:number] + values[: room - number]
        return tuple(taken), colours[number:], values[room - number :]

    def _spare_mascot(self, named: int | None = None) -> int:
        """The mascot named by the plan, or a ready one whose skill it does not use."""
        if named is not None:
            return named
        reserved = {step.skill.mascot for step in self._plan.steps if step.skill is not None}
        return next(index for index, ready in enumerate(self._state.mascots) if ready and index not in reserved)

    def _adjust(self, last: EndPlan) -> None:
        """Mascots left over turn the guest where it stands."""
        now = self._now(last.guest)
        turns, each = self._turns(last.guest, now.value, last.value), self._tables.per_mascot
        for begin in range(0, len(turns), each):
            self._play(MascotMove(self._spare_mascot(), now.at, tuple(turns[begin : begin + each])))

    def _turns(self, guest: GuestId, value: int, to: int) -> list[Adjustment]:
        turns: list[Adjustment] = []
        while value != to:
            ways = [(by, after) for by in (1, -1) if (after := turned(self._position, value, by)) is not None]
            by, value = min(ways, key=lambda way: self._tables.turns[way[1]][to])
            turns.append(AdjustValue(guest, by))
        return turns

    def _operate(self, number: int, step: StepPlan) -> StepPlan:
        assert step.tile is not None
        party = tuple(sorted(touch.guest for touch in step.touches if touch.party))
        mover = next((touch.guest for touch in step.touches if touch.mover), None)
        to = next((touch.to for touch in step.touches if touch.mover), None)
        if mover is not None and to is None:
            to = self._destination(number, step.tile, mover)
        keep = next((touch.guest for touch in step.touches if touch.kept), None)
        manager = free_icons(self._position, self._state, step.tile) == 0
        rerolls = tuple((touch.guest, touch.rerolled) for touch in step.touches if touch.rerolled is not None)
        move = OperateMove(step.tile, party, mover, to, manager, keep, rerolls, assembled=self._in_the_midst(step))
        self._play(move)
        return replace(step, touches=tuple(replace(each, to=to) if each.mover else each for each in step.touches))

    def _in_the_midst(self, step: StepPlan) -> tuple[MascotMove, ...]:
        """Mascots that turn dice of the party after it was assembled."""
        turns = [turn for touch in step.touches for turn in self._turns(touch.guest, touch.value, touch.late)]
        ready = (mascot for mascot, waits in enumerate(self._state.mascots) if waits)
        assert step.tile is not None
        return tuple(MascotMove(mascot, step.tile, (turn,)) for mascot, turn in zip(ready, turns, strict=False))

    def _destination(self, number: int, tile: TileId, mover: GuestId) -> TileId:
        """The neighbour from which the guest's next way is possible and pays most, then is shortest."""
        to, maps, guides = self._next_way(number, mover)
        ways = [
            (fare(self._position, tile, step) + way[0], -len(way[1]), step)
            for step in destinations(self._position, tile)
            if (way := self._tables.paid_paths.best(step, to, maps, guides)) is not None
        ]
        if not ways:
            raise ValueError(f"the plan moves {mover} off {tile} to where it cannot go on")
        best = max(pays for pays, _, _ in ways)
        return min((-length, step) for pays, length, step in ways if pays == best)[1]

    def _next_way(self, number: int, guest: GuestId) -> tuple[TileId | None, int, int]:
        """Where the guest is wanted next, with how many maps and guides."""
        for step in self._plan.steps[number + 1 :]:
            for touch in step.touches:
                if touch.guest == guest and touch.comes is not None:
                    return touch.comes, touch.maps, touch.guides
        return next(((None, last.maps, last.guides) for last in self._plan.end if last.guest == guest), (None, 0, 0))


def _apart(
    colours: list[Adjustment], values: list[Adjustment], most: int, room: int, *, own: bool
) -> tuple[tuple[Adjustment, ...], list[Adjustment], list[Adjustment]]:
    """The same with at most ``most`` colours, and no two extras that are colour and value of one die."""
    choices = (
        taken
        for size in range(min(room, len(colours) + len(values)), -1, -1)
        for number in range(min(most, size), -1, -1)
        for some in combinations(colours, number)
        for rest in combinations(values, size - number)
        for taken in (permutations((*some, *rest)) if own else [(*some, *rest)])
    )
    taken = next(each for each in choices if not _clash(each[1:] if own else each))
    left = [id(each) for each in taken]
    return (
        taken,
        [each for each in colours if id(each) not in left],
        [each for each in values if id(each) not in left],
    )


def _clash(extras: tuple[Adjustment, ...]) -> bool:
    recoloured = {extra.guest for extra in extras if isinstance(extra, AdjustColour)}
    return any(isinstance(extra, AdjustValue) and extra.guest in recoloured for extra in extras)
