"""Skills that move dice: out of the attraction, into it, or up to two attractions away."""

from collections.abc import Iterator
from itertools import product

from models.shared.hexgrid import Hex
from models.shared.phrases import listing
from models.shared.rulebook import Cited, Told
from models.theme_park.guests import GuestId, TileId
from models.theme_park.operate.movement import destinations, moved, no_ride, walking_fault
from models.theme_park.operate.moves import SkillUse, Walk
from models.theme_park.operate.phrases import die, guest_name, tile_name
from models.theme_park.operate.position import Position
from models.theme_park.operate.skills.card import SkillCard, Using
from models.theme_park.operate.state import State, guest_now, guests_on
from models.theme_park.rulings import Choice, Ruling

WALKS = 2  # each of the two skills may be done twice
REACH = 2  # the third reaches two attractions away


class WalkSkill(SkillCard):
    """A skill that moves dice; ``walks`` lists the moves of a use. ``brings_in``: to the mascot's attraction."""

    brings_in = False

    def walks(self, use: SkillUse) -> tuple[Walk, ...]:
        """The moves in their order."""
        return use.moves

    def guests(self, use: SkillUse) -> tuple[GuestId, ...]:
        """The ids of the dice that move."""
        return tuple(dict.fromkeys(walk.guest for walk in self.walks(use)))

    def use(self, position: Position, state: State, item: Using) -> State:
        """The state with the dice where they walk to."""
        for walk in self.walks(item.use):
            state = moved(position, state, walk.guest, walk.to)
        return state

    def says(self, position: Position, before: State, item: Using, after: State) -> str:
        """Such as "blue 4 goes to Duck Pond and on to Log Flume"."""
        said = []
        for guest in self.guests(item.use):
            now = guest_now(position, before, guest)
            assert now is not None
            stops = [walk.to for walk in self.walks(item.use) if walk.guest == guest]
            goes = "comes" if self.brings_in and stops == [item.tile] else "goes"
            said.append(f"{die(now)} {goes} to {' and on to '.join(tile_name(position, tile) for tile in stops)}")
        return listing(said)


class TwiceSkill(WalkSkill):
    """One or two moves of a die; the ruling ``skill.twice-same-die`` says of which die the second may be.

    ``here``: what each of the moves does on the mascot's attraction, in words.
    """

    takes = frozenset({"moves"})
    here = ""

    def twice_fault(self, position: Position, state: State, item: Using) -> str | None:
        """Each move starts, or ends, with the mascot; by other choices a die may go on, or both moves are of one die."""
        ruling = Ruling.SKILL_TWICE_SAME_DIE
        if position.rulings.says(ruling, Choice.SAME_DIE) and len(self.guests(item.use)) > 1:
            return f"The skill {item.skill.kind} moves one die, once or twice, under the ruling {ruling}."
        if not position.rulings.says(ruling, Choice.EACH_STEP_HERE):
            return None
        if self._walked(position, state, item, on_the_way=True) or not self._walked(position, state, item):
            return None
        return (
            f"{guest_name(position, state, item.use.moves[0].guest)} cannot go on by the skill {item.skill.kind}: "
            f"each of its moves {self.here} {tile_name(position, item.tile)}, where the mascot stands, "
            f"under the ruling {ruling}."
        )

    def walk_fault(self, position: Position, state: State, item: Using) -> Told:
        """At most two moves, each next door or by cable car."""
        return self._walked(position, state, item, on_the_way=True)

    def _walked(self, position: Position, state: State, item: Using, *, on_the_way: bool = False) -> Told:
        """What is wrong with the moves one after the other; ``on_the_way``: a die moved twice may pass through."""
        if len(item.use.moves) > WALKS:
            return f"The skill {item.skill.kind} moves a die once or twice, not {len(item.use.moves)} times."
        for number, walk in enumerate(item.use.moves):
            now = guest_now(position, state, walk.guest)
            assert now is not None
            fault = walking_fault(position, guest_name(position, state, walk.guest), now.at, walk.to)
            if not (on_the_way and self.is_on_the_way(position, state, item, number)):
                fault = fault or self.direction_fault(position, state, item, number)
            if fault is not None:
                return fault
            state = moved(position, state, walk.guest, walk.to)
        return None

    def is_on_the_way(self, position: Position, state: State, item: Using, number: int) -> bool:
        """Whether move ``number`` is one of two moves of one die from the mascot's attraction or to it."""
        raise AssertionError(f"{type(self).__name__} does not say who may go on")

    def direction_fault(self, position: Position, state: State, item: Using, number: int) -> Told:
        """Whether move ``number``, next door as it is, starts or ends with the mascot as the card says."""
        raise AssertionError(f"{type(self).__name__} does not say where it leads")

    def candidates(self, position: Position, state: State, tile: TileId) -> Iterator[SkillUse]:
        """Lists every walk, and every two walks after each other."""
        singles = [
            Walk(guest.id, to)
            for guest, now in zip(position.guests, state.guests, strict=True)
            if now is not None
            for to in destinations(position, now.at)
        ]
        for first in singles:
            yield SkillUse(moves=(first,))
            onward = [Walk(first.guest, to) for to in destinations(position, first.to)]
            others = [second for second in singles if second.guest != first.guest]
            for second in onward + others:
                yield SkillUse(moves=(first, second))


class MoveOut(TwiceSkill):
    """Dice of this attraction to adjacent ones, twice."""

    here = "starts on"

    def is_on_the_way(self, position: Position, state: State, item: Using, number: int) -> bool:
        """The second move of a die that the first one took from here."""
        return number > 0 and item.use.moves[number - 1].guest == item.use.moves[number].guest

    def direction_fault(self, position: Position, state: State, item: Using, number: int) -> str | None:
        """The die stands with the mascot."""
        guest = item.use.moves[number].guest
        now = guest_now(position, state, guest)
        assert now is not None
        if now.at == item.tile:
            return None
        return f"{guest_name(position, state, guest)} does not start from {tile_name(position, item.tile)}, where the mascot stands."


class MoveIn(TwiceSkill):
    """Dice of adjacent attractions to this one, twice."""

    here = "ends on"
    brings_in = True

    def guest_fault(self, position: Position, state: State, item: Using) -> str | None:
        """The dice are in the park; where they must stand is part of the walk."""
        for guest in self.guests(item.use):
            if guest_now(position, state, guest) is None:
                return f"{guest_name(position, state, guest)} has left the park, out of reach of the skill {item.skill.kind}."
        return None

    def direction_fault(self, position: Position, state: State, item: Using, number: int) -> Told:
        """From next door to here or, instead, from one cable car to another."""
        walk = item.use.moves[number]
        now = guest_now(position, state, walk.guest)
        assert now is not None
        rides, adjacent = {now.at, walk.to} <= position.cable_cars, item.tile in position.neighbours[now.at]
        closed = item.tile not in destinations(position, now.at)
        if adjacent and not closed and (walk.to == item.tile or rides):
            return None
        name, here = guest_name(position, state, walk.guest), tile_name(position, item.tile)
        if adjacent and closed:
            told = f"{name} may not come to {here}, where the mascot stands, under the ruling {Ruling.MOVE_TO_ENTRANCE}"
            return Cited(f"{told}{', nor ride away instead' if rides else ''}.", "closed")
        if adjacent:
            told = f"{name} must be moved to {here}, where the mascot stands, not to {tile_name(position, walk.to)}"
        else:
            told = f"{name} does not come from an attraction adjacent to {here}, where the mascot stands"
        if not position.cable_cars:
            return f"{told}."
        instead = (
            ", and a cable car takes over only from there (Innovations)"
            if rides
            else no_ride(position, now.at, walk.to)
        )
        return Cited(f"{told}{instead}.", "cable-car")

    def is_on_the_way(self, position: Position, state: State, item: Using, number: int) -> bool:
        """The first move of a die that the second one brings here."""
        walk, onward = item.use.moves[number], item.use.moves[number + 1 :]
        now = guest_now(position, state, walk.guest)
        assert now is not None
        return now.at != item.tile and onward[:1] == (Walk(walk.guest, item.tile),)


class MoveTwo(WalkSkill):
    """A die of this attraction to one up to two away."""

    takes = frozenset({"guest", "to"})

    def walks(self, use: SkillUse) -> tuple[Walk, ...]:
        """The one walk that this card allows."""
        return () if use.guest is None or use.to is None else (Walk(use.guest, use.to),)

    def walk_fault(self, position: Position, state: State, item: Using) -> Told:
        """Up to two away (ruling ``skill.up-to-two-away``), or by cable car."""
        assert item.use.guest is not None
        assert item.use.to is not None
        here, to = item.tile, item.use.to
        reach = within_two(position, here)
        if to in reach:
            return None
        name = guest_name(position, state, item.use.guest)
        if to == here:
            why, case = ", where it stands", None
        elif to in _near(position, here):
            why, case = f" under the ruling {Ruling.MOVE_TO_ENTRANCE}", "closed"
        else:
            why, case = self._too_far(position, here, to)
        where = listing((tile_name(position, tile) for tile in reach), "or") or "no attraction"
        told = f"{name} cannot be moved to {tile_name(position, to)}{why}; within reach of the skill {item.skill.kind} is {where}."
        return told if case is None else Cited(told, case)

    @staticmethod
    def _too_far(position: Position, here: TileId, to: TileId) -> tuple[str, str | None]:
        """Why ``to`` is out of reach, as the end of a sentence, and the case that tells what decides it."""
        no_car = no_ride(position, here, to) if position.cable_cars else ""
        if {here, to} <= position.cable_cars:
            return f", which is more than {REACH} attractions away{no_car}", "closed-cable-car"
        if hex_distance(position.tile[here].hex, position.tile[to].hex) > REACH:
            return f", which is more than {REACH} attractions away{no_car}", "cable-car" if no_car else None
        path = (
            f", to which no path of up to {REACH} attractions leads, as the ruling {Ruling.SKILL_UP_TO_TWO_AWAY} asks"
        )
        return path + no_car, "two-away-cable-car" if no_car else "two-away"

    def candidates(self, position: Position, state: State, tile: TileId) -> Iterator[SkillUse]:
        """Lists each die with each tile it may walk to."""
        for guest, to in product(guests_on(position, state, tile), within_two(position, tile)):
            yield SkillUse(guest=guest, to=to)


def within_two(position: Position, tile: TileId) -> tuple[TileId, ...]:
    """Tiles up to two away from ``tile``, and those its cable car reaches (ruling ``move.to-entrance``)."""
    near = _near(position, tile)
    if tile in position.cable_cars:
        near |= position.cable_cars
    if position.rulings.says(Ruling.MOVE_TO_ENTRANCE, Choice.NO):
        near -= {position.entrance}
    return tuple(sorted(near - {tile}))


def _near(position: Position, tile: TileId) -> frozenset[TileId]:
    """Tiles up to two away by path or by hexes (ruling ``skill.up-to-two-away``), ``tile`` among them."""
    if position.rulings.says(Ruling.SKILL_UP_TO_TWO_AWAY, Choice.YES):
        near = frozenset({tile})
        for _ in range(REACH):
            near |= {other for reached in near for other in position.neighbours[reached]}
        return near
    origin = position.tile[tile].hex
    return frozenset(other.id for other in position.tiles if hex_distance(origin, other.hex) <= REACH)


def hex_distance(one: Hex, other: Hex) -> int:
    """Steps between two hexes on the endless board."""
    q, r = one.q - other.q, one.r - other.r
    return max(abs(q), abs(r), abs(q + r))
