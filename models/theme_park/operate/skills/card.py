"""What a skill card is: a small object whose named hooks say what the rules need to know.

Every hook that is not overridden says that the card has nothing to do with that rule. To add a
card, write such an object and register it for its kind (``skills.SKILL_CARDS``).
"""

from collections.abc import Iterator
from dataclasses import fields
from typing import NamedTuple

from models.shared.phrases import listing
from models.shared.rulebook import Told
from models.theme_park.cards import Skill
from models.theme_park.guests import GuestId, TileId
from models.theme_park.operate.moves import SkillUse
from models.theme_park.operate.phrases import guest_name, tile_name
from models.theme_park.operate.position import Position
from models.theme_park.operate.state import State, guest_now


class Using(NamedTuple):
    """The skill of a mascot that stands on ``tile``, used as ``use`` says."""

    skill: Skill
    tile: TileId
    use: SkillUse


NOTHING = SkillUse()


class SkillCard:
    """One kind of skill card. ``takes`` names the fields of SkillUse that the player must choose."""

    takes: frozenset[str] = frozenset()

    def guests(self, use: SkillUse) -> tuple[GuestId, ...]:
        """The guests the use names."""
        return () if use.guest is None else (use.guest,)

    def choices_fault(self, position: Position, state: State, item: Using) -> str | None:
        """Whether exactly the choices of the card are made."""
        given = {each.name for each in fields(item.use) if getattr(item.use, each.name) != getattr(NOTHING, each.name)}
        if given == self.takes:
            return None
        wanted = listing(sorted(self.takes)) or "nothing"
        return f"The skill {item.skill.kind} asks for {wanted} to be chosen; this use names {listing(sorted(given)) or 'nothing'}."

    def guest_fault(self, position: Position, state: State, item: Using) -> str | None:
        """Whether the guests named are where the card wants them: with the mascot."""
        for guest in self.guests(item.use):
            now = guest_now(position, state, guest)
            if now is None:
                return f"{guest_name(position, state, guest)} has left the park, out of reach of the skill {item.skill.kind}."
            if now.at != item.tile:
                return f"{guest_name(position, state, guest)} is on {tile_name(position, now.at)}, not with the mascot on {tile_name(position, item.tile)}."
        return None

    def colour_fault(self, position: Position, state: State, item: Using) -> str | None:
        """Whether the guests named are of the depicted colour, adjustments set aside."""
        for guest in self.guests(item.use):
            now = guest_now(position, state, guest)
            if now is not None and item.skill.colour not in (None, now.colour):
                return f"{guest_name(position, state, guest)} is not {item.skill.colour}, the colour of the skill {item.skill.kind}."
        return None

    def value_fault(self, position: Position, state: State, item: Using) -> Told:
        """Whether the values can change as the card says."""
        return None

    def signs_fault(self, position: Position, state: State, item: Using) -> str | None:
        """Whether the signs of two changes go together (ruling ``skill.two-by-one-signs``)."""
        return None

    def walk_fault(self, position: Position, state: State, item: Using) -> Told:
        """Whether the guests can go where they are sent."""
        return None

    def twice_fault(self, position: Position, state: State, item: Using) -> str | None:
        """Whether the same die must move twice (ruling ``skill.twice-same-die``)."""
        return None

    def bag_fault(self, position: Position, state: State, item: Using) -> Told:
        """Whether the bag has the die wanted (ruling ``skill.swap-from-bag``)."""
        return None

    def vip_fault(self, position: Position, state: State, item: Using) -> str | None:
        """Whether a VIP would be rerolled."""
        return None

    def use(self, position: Position, state: State, item: Using) -> State:
        """The state after a legal use."""
        raise AssertionError(f"{type(self).__name__} does not say what it does")

    def candidates(self, position: Position, state: State, tile: TileId) -> Iterator[SkillUse]:
        """Every use worth checking with the mascot on ``tile``."""
        yield NOTHING

    def says(self, position: Position, before: State, item: Using, after: State) -> str:
        """What the use did, for the sentence about the move."""
        raise AssertionError(f"{type(self).__name__} does not say what it did")
