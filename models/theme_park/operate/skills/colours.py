"""The skill that swaps a die for one of another colour from the bag."""

from collections import Counter
from collections.abc import Iterator
from itertools import product

from models.shared.phrases import listing
from models.shared.rulebook import Cited, Told
from models.theme_park.guests import GUEST_COLOURS, Colour, TileId, dice_of_each_colour
from models.theme_park.operate.moves import SkillUse
from models.theme_park.operate.phrases import die, guest_name
from models.theme_park.operate.position import Position
from models.theme_park.operate.skills.card import SkillCard, Using
from models.theme_park.operate.state import State, guest_now, guests_on, with_guest
from models.theme_park.rulings import Choice, Ruling


def dice_of(position: Position, colour: Colour) -> int | None:
    """Dice of ``colour`` in park, bag and, solo, discard area together, which nothing changes; None when the bag is not known."""
    if position.bag is None:
        return None
    return dict(position.bag).get(colour, 0) + Counter(guest.colour for guest in position.guests)[colour]


def most_dice_of(position: Position, colour: Colour) -> int:
    """What park and bag hold of ``colour`` together at most; where the bag is not known all of the game, or none by ruling ``skill.swap-from-bag``."""
    known = dice_of(position, colour)
    if known is not None:
        return known
    if position.rulings.says(Ruling.SKILL_SWAP_FROM_BAG, Choice.ALLOW):
        return dice_of_each_colour(solo=position.solo)
    return 0


def in_bag(position: Position, state: State, colour: Colour) -> int | None:
    """Dice of ``colour`` in the bag now: those swapped are in it, and those discarded but in a solo game."""
    total = dice_of(position, colour)
    return None if total is None else total - in_park(state, colour) - state.set_aside.count(colour)


def in_park(state: State, colour: Colour) -> int:
    """Dice of ``colour`` in the park now."""
    return sum(now is not None and now.colour is colour for now in state.guests)


class SwapColour(SkillCard):
    """A die for good in another colour, its value kept."""

    takes = frozenset({"guest", "to_colour"})

    def value_fault(self, position: Position, state: State, item: Using) -> str | None:
        """Refuses a colour that the guest has already."""
        assert item.use.guest is not None
        now = guest_now(position, state, item.use.guest)
        if item.use.to_colour in GUEST_COLOURS and (now is None or item.use.to_colour is not now.colour):
            return None
        others = listing((colour for colour in GUEST_COLOURS if now is None or colour is not now.colour), "or")
        return f"{guest_name(position, state, item.use.guest)} is swapped for a die of another colour: {others}."

    def bag_fault(self, position: Position, state: State, item: Using) -> Told:
        """The bag holds such a die; when it is not given, the ruling decides, unless all of the game are in the park."""
        assert item.use.to_colour is not None
        left = in_bag(position, state, item.use.to_colour)
        if left is None and in_park(state, item.use.to_colour) < dice_of_each_colour(solo=position.solo):
            if position.rulings.says(Ruling.SKILL_SWAP_FROM_BAG, Choice.ALLOW):
                return None
            told = f"The position does not say what the bag holds, and the ruling {Ruling.SKILL_SWAP_FROM_BAG} refuses to guess."
            return Cited(told, "unknown")
        return None if left is not None and left > 0 else f"The bag holds no {item.use.to_colour} die to swap for."

    def use(self, position: Position, state: State, item: Using) -> State:
        """The state with the die swapped."""
        assert item.use.guest is not None
        assert item.use.to_colour is not None
        now = guest_now(position, state, item.use.guest)
        assert now is not None
        after = now._replace(colour=item.use.to_colour)
        if after.treated_as is after.colour:
            after = after._replace(treated_as=None, treated_at=None)
        return with_guest(position, state, item.use.guest, after)

    def candidates(self, position: Position, state: State, tile: TileId) -> Iterator[SkillUse]:
        """Lists each die here with each colour."""
        for guest, colour in product(guests_on(position, state, tile), GUEST_COLOURS):
            yield SkillUse(guest=guest, to_colour=colour)

    def says(self, position: Position, before: State, item: Using, after: State) -> str:
        """Tells which die becomes one of which colour."""
        assert item.use.guest is not None
        now = guest_now(position, before, item.use.guest)
        assert now is not None
        return f"{die(now)} is swapped for a {item.use.to_colour} die from the bag"
