"""Skills that move dice: out of the attraction, into it, or up to two attractions away."""

from collections.abc import Iterator
from itertools import product

import networkx as nx

from models.hexgrid import Hex
from models.theme_park.guests import GuestId, TileId
from models.theme_park.moves import SkillUse, Walk
from models.theme_park.operate.movement import destinations, moved, walking_fault
from models.theme_park.operate.skills.card import SkillCard, Using
from models.theme_park.operate.state import State, guest_now, guests_on
from models.theme_park.position import Position
from models.theme_park.rulings import Choice, Ruling
from models.theme_park.wording import die, guest_name, listing, tile_name

WALKS = 2  # each of the two skills may be done twice
REACH = 2  # the third reaches two attractions away


class WalkSkill(SkillCard):
    """A skill that moves dice; ``walks`` lists the moves of a use."""

    def walks(self, use: SkillUse) -> tuple[Walk, ...]:
        """The moves in their order."""
        return use.moves

    def guests(self, use: SkillUse) -> tuple[GuestId, ...]:
        """The dice that move."""
        return tuple(dict.fromkeys(walk.guest for walk in self.walks(use)))

    def use(self, position: Position, state: State, item: Using) -> State:
        """Move the dice."""
        for walk in self.walks(item.use):
            state = moved(position, state, walk.guest, walk.to)
        return state

    def says(self, position: Position, before: State, item: Using, after: State) -> str:
        """Such as "blue 4 goes to Duck Pond and on to Log Flume"."""
        said = []
        for guest in self.guests(item.use):
            now = guest_now(position, before, guest)
            assert now is not None
            stops = [tile_name(position, walk.to) for walk in self.walks(item.use) if walk.guest == guest]
            said.append(f"{die(now)} goes to {' and on to '.join(stops)}")
        return listing(said)


class TwiceSkill(WalkSkill):
    """One or two moves of a die; the second may be of another die or of the same, which goes on."""

    takes = frozenset({"moves"})

    def twice_fault(self, position: Position, state: State, item: Using) -> str | None:
        """Only under the ruling ``skill.twice-same-die`` = same-die must both moves be of one die."""
        same = position.rulings.says(Ruling.SKILL_TWICE_SAME_DIE, Choice.SAME_DIE)
        if not same or len(self.guests(item.use)) <= 1:
            return None
        return (
            f"The skill {item.skill.kind} moves one die, once or twice, under the ruling {Ruling.SKILL_TWICE_SAME_DIE}."
        )

    def walk_fault(self, position: Position, state: State, item: Using) -> str | None:
        """At most two moves, each next door or by cable car."""
        if len(item.use.moves) > WALKS:
            return f"The skill {item.skill.kind} moves a die once or twice, not {len(item.use.moves)} times."
        for number, walk in enumerate(item.use.moves):
            now = guest_now(position, state, walk.guest)
            assert now is not None
            fault = walking_fault(position, guest_name(position, state, walk.guest), now.at, walk.to)
            fault = fault or self.direction_fault(position, state, item, number)
            if fault is not None:
                return fault
            state = moved(position, state, walk.guest, walk.to)
        return None

    def direction_fault(self, position: Position, state: State, item: Using, number: int) -> str | None:
        """Whether move ``number``, next door as it is, goes the way of the card."""
        raise AssertionError(f"{type(self).__name__} does not say where it leads")

    def candidates(self, position: Position, state: State, tile: TileId) -> Iterator[SkillUse]:
        """Every one or two walks."""
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

    def direction_fault(self, position: Position, state: State, item: Using, number: int) -> str | None:
        """Nothing more to ask: it starts with the mascot."""
        return None


class MoveIn(TwiceSkill):
    """Dice of adjacent attractions to this one, twice; a die moved twice comes from two away."""

    def guest_fault(self, position: Position, state: State, item: Using) -> str | None:
        """The dice are in the park; where they must stand is part of the walk."""
        for guest in self.guests(item.use):
            if guest_now(position, state, guest) is None:
                return f"{guest_name(position, state, guest)} has left the park, out of reach of the skill {item.skill.kind}."
        return None

    def direction_fault(self, position: Position, state: State, item: Using, number: int) -> str | None:
        """From next door to here or, instead, from one cable car to another; or on its way here with the next move."""
        walk = item.use.moves[number]
        now = guest_now(position, state, walk.guest)
        assert now is not None
        next_door = item.tile in position.neighbours[now.at] and item.tile in destinations(position, now.at)
        if next_door and (walk.to == item.tile or {now.at, walk.to} <= position.cable_cars):
            return None
        onward = item.use.moves[number + 1 :]
        if onward and onward[0] == Walk(walk.guest, item.tile) and now.at != item.tile:
            return None
        name, here = guest_name(position, state, walk.guest), tile_name(position, item.tile)
        if next_door:
            return f"{name} must be moved to {here}, where the mascot stands, not to {tile_name(position, walk.to)}."
        return f"{name} does not come from an attraction adjacent to {here}, where the mascot stands."


class MoveTwo(WalkSkill):
    """A die of this attraction to one up to two away."""

    takes = frozenset({"guest", "to"})

    def walks(self, use: SkillUse) -> tuple[Walk, ...]:
        """The one move."""
        return () if use.guest is None or use.to is None else (Walk(use.guest, use.to),)

    def walk_fault(self, position: Position, state: State, item: Using) -> str | None:
        """Up to two away (ruling ``skill.up-to-two-away``), or by cable car."""
        assert item.use.guest is not None
        assert item.use.to is not None
        reach = within_two(position, item.tile)
        if item.use.to in reach:
            return None
        where = listing((tile_name(position, tile) for tile in reach), "or") or "no attraction"
        return f"{guest_name(position, state, item.use.guest)} cannot be moved to {tile_name(position, item.use.to)}; within reach of the skill {item.skill.kind} is {where}."

    def candidates(self, position: Position, state: State, tile: TileId) -> Iterator[SkillUse]:
        """Each die to each tile."""
        for guest, to in product(guests_on(position, state, tile), within_two(position, tile)):
            yield SkillUse(guest=guest, to=to)


def within_two(position: Position, tile: TileId) -> tuple[TileId, ...]:
    """Tiles up to two away from ``tile`` by path or by hexes, and those its cable car reaches."""
    if position.rulings.says(Ruling.SKILL_UP_TO_TWO_AWAY, Choice.YES):
        near = set(nx.single_source_shortest_path_length(position.graph, tile, cutoff=REACH))
    else:
        origin = position.tile[tile].hex
        near = {other.id for other in position.tiles if hex_distance(origin, other.hex) <= REACH}
    if tile in position.cable_cars:
        near |= position.cable_cars
    if position.rulings.says(Ruling.MOVE_TO_ENTRANCE, Choice.NO):
        near -= {position.entrance}
    return tuple(sorted(near - {tile}))


def hex_distance(one: Hex, other: Hex) -> int:
    """Steps between two hexes on the endless board."""
    q, r = one.q - other.q, one.r - other.r
    return max(abs(q), abs(r), abs(q + r))
