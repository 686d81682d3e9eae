"""From packed uses of mascots back to steps of a plan."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from models.theme_park.cards import Skill
from models.theme_park.guests import GUEST_COLOURS, LOWEST, Colour, GuestId, TileId
from solver.theme_park.operate.layered.encoding.codes import ABSENT, BASE_BITS, CREDIT_SHIFT, VALUES
from solver.theme_park.operate.layered.encoding.fares import fewest_maps
from solver.theme_park.operate.layered.encoding.skills import ENTERS, JUMPS, LEAVES, PLAYED_AS, SWAPS, enters
from solver.theme_park.operate.layered.kernel.prepared import (
    ACTION_BITS,
    CARD_BITS,
    COMING_BITS,
    EFFECT_BITS,
    EXTRA,
    IN_PLACE,
    NO_SLOT,
    REWARD,
    SKILL,
    SLOT_BITS,
    TILE_BITS,
)
from solver.theme_park.operate.plan import Pick, SkillPlan, StepPlan, TouchPlan
from solver.theme_park.operate.tables import Tables


@dataclass(slots=True)
class Slot:
    """A guest on the way, or room for one (value None): the place as the kernel counts it, the value from 0."""

    kind: int
    name: GuestId
    colour: Colour
    place: int
    value: int | None
    treated_as: Colour | None = None
    credits: list[int] = field(default_factory=list)
    """The steps in which mascots made adjustments for it that are not settled yet."""
    ridden: tuple[int, int] | None = None
    """Maps and Guides of a ride since it last came somewhere: its next way is to be as long."""

    @property
    def shown(self) -> Colour:
        """The colour that requirements see."""
        return self.treated_as or self.colour

    def show(self, colour: int, value: int) -> None:
        """Take a value, and the colour of that number for requirements."""
        shown = GUEST_COLOURS[colour]
        self.value, self.treated_as = value, None if shown is self.colour else shown

    @property
    def order(self) -> tuple[int, int, GuestId]:
        """How the kernel sorts its row."""
        if self.value is None:
            return self.kind, ABSENT, self.name
        treated = 0 if self.treated_as is None else GUEST_COLOURS.index(self.treated_as) + 1
        above = treated << BASE_BITS | len(self.credits) << CREDIT_SHIFT
        return self.kind, self.place * VALUES + self.value | above, self.name


@dataclass(frozen=True, slots=True)
class Touch:
    """What an action does to one guest: its slot, whether a Guide leads it there, and a value, place, slot or die."""

    slot: int
    led: bool
    effect: int


@dataclass(frozen=True, slots=True)
class Action:
    """One action of a mascot: ``kind`` as in ``prepared``, ``tile`` None where the guest stands already."""

    kind: int
    skill: int
    tile: int | None
    touches: tuple[Touch, ...]


def unpack_action(packed: int) -> Action:
    """The action that an integer holds."""
    if packed >> COMING_BITS + SLOT_BITS + TILE_BITS + CARD_BITS == REWARD:
        coming, packed = packed & (1 << COMING_BITS) - 1, packed >> COMING_BITS
        packed, lead = taken_bits(packed, SLOT_BITS)
        packed, tile = taken_bits(packed, TILE_BITS)
        _, skill = taken_bits(packed, CARD_BITS)
        slots = [slot for slot in range(COMING_BITS) if coming >> slot & 1]
        return Action(REWARD, skill, tile, tuple(Touch(slot, slot == lead, 0) for slot in slots))
    touches = []
    for _ in range(2):
        packed, effect = taken_bits(packed, EFFECT_BITS)
        packed, led = taken_bits(packed, 1)
        packed, slot = taken_bits(packed, SLOT_BITS)
        touches.append(Touch(slot, bool(led), effect))
    packed, tile = taken_bits(packed, TILE_BITS)
    packed, skill = taken_bits(packed, CARD_BITS)
    _, kind = taken_bits(packed, ACTION_BITS)
    there = tuple(touch for touch in reversed(touches) if touch.slot != NO_SLOT)
    return Action(kind, skill, None if tile == IN_PLACE else tile, there)


def taken_bits(packed: int, bits: int) -> tuple[int, int]:
    """What is left of a packed number without its lowest ``bits``, and those."""
    return packed >> bits, packed & ((1 << bits) - 1)


def uses_of(actions: Iterable[Action]) -> Iterator[list[Action]]:
    """The actions of each use of a mascot: those that begin one, with the extra adjustments after them."""
    use: list[Action] = []
    for action in actions:
        if action.kind != EXTRA and use:
            yield use
            use = []
        use.append(action)
    if use:
        yield use


def come_to_cable_car(guest: Slot, action: Action) -> None:
    """A guest rides to a cable car."""
    assert action.tile is not None
    touch = action.touches[0]
    maps, guides = guest.ridden or (0, 0)
    guest.place, guest.ridden = action.tile, (maps + touch.effect, guides + touch.led)


def way_of(tables: Tables, guest: Slot, tile: TileId, *, led: bool) -> tuple[int, int]:
    """Maps and Guides by which a guest comes to ``tile``, those of its ride included."""
    (maps, guides), guest.ridden = guest.ridden or (0, 0), None
    return maps + fewest_maps(tables, guest.place, tile, led=led), guides + led


@dataclass
class _Use:
    """One use of a mascot as it is written down; ``stays`` has of each guest touched whether it is still with the mascot."""

    tables: Tables
    tile: TileId | None
    came: dict[GuestId, tuple[TileId | None, int, int]] = field(default_factory=dict)
    stays: dict[GuestId, bool] = field(default_factory=dict)
    picks: list[Pick] = field(default_factory=list)

    def comes(self, guest: Slot, to: int, *, led: bool) -> None:
        """A guest is brought to a tile."""
        tile = self.tables.position.tiles[to].id
        if guest.name not in self.came or self.came[guest.name][0] is None:
            self.came[guest.name] = tile, *way_of(self.tables, guest, tile, led=led)
        guest.place = to
        self.stays.setdefault(guest.name, True)

    def stands(self, guest: Slot) -> None:
        """A guest is touched where it stands."""
        self.came.setdefault(guest.name, (None, 0, 0))
        self.stays.setdefault(guest.name, True)

    def touch(self, guest: Slot) -> TouchPlan:
        """What the step does with a guest, all in all."""
        assert guest.value is not None
        comes, maps, guides = self.came[guest.name]
        value = guest.value + LOWEST
        return TouchPlan(
            guest.name,
            comes,
            maps=maps,
            guides=guides,
            present=self.stays[guest.name],
            value=value,
            late=value,
            colour=guest.shown,
            party=False,
            mover=False,
            kept=False,
            rerolled=None,
            to=None,
        )


def use_step(
    tables: Tables, skills: Sequence[tuple[int, Skill]], guests: list[Slot], actions: Sequence[Action], number: int
) -> StepPlan:
    """Step ``number``, of one use; ``guests`` are changed by it."""
    first = actions[0]
    use = _Use(tables, None if first.tile is None else tables.position.tiles[first.tile].id)
    skill_plan = None
    for action in actions:
        if action.kind in (SKILL, REWARD):
            mascot, card = skills[action.skill]
            _play(use, guests, card, action)
            skill_plan = SkillPlan(mascot, tuple(use.picks))
        else:
            _adjust(use, guests, action, number)
    touched = {guest.name: guest for guest in guests if guest.name in use.came}
    touches = tuple(use.touch(touched[name]) for name in sorted(touched))
    return StepPlan(use.tile, False, touches, skill_plan, (), (0, 0))


def _adjust(use: _Use, guests: list[Slot], action: Action, number: int) -> None:
    for touch in action.touches:
        guest = guests[touch.slot]
        _bring(use, guest, action, touch)
        if action.kind == EXTRA or action.tile is not None:
            guest.credits.append(number)
        else:
            guest.show(*divmod(touch.effect, VALUES))
            guest.credits.clear()


def _bring(use: _Use, guest: Slot, action: Action, touch: Touch) -> None:
    if action.tile is None:
        use.stands(guest)
    else:
        use.comes(guest, action.tile, led=touch.led)


def _play(use: _Use, guests: list[Slot], card: Skill, action: Action) -> None:
    """What the skill does to the guests, and the picks that tell it."""
    plays = PLAYED_AS[card.kind]
    if action.kind == REWARD and action.tile is not None:
        for guest in guests:  # who has ridden to the tile is there
            if guest.ridden is not None and guest.place == action.tile:
                use.comes(guest, action.tile, led=False)
    for touch in action.touches:
        guest = guests[touch.slot]
        if plays in (LEAVES, ENTERS, JUMPS):
            _walk(use, guest, plays, action, touch)
            continue
        _bring(use, guest, action, touch)
        if plays == SWAPS:
            _swap(use, guests, touch)
        elif action.kind == SKILL:
            guest.value = touch.effect
            guest.credits.clear()
            use.picks.append(Pick(guest.name, value=guest.value + LOWEST))


def _swap(use: _Use, guests: list[Slot], touch: Touch) -> None:
    guest, room = guests[touch.slot], guests[touch.effect]
    guest.colour, room.colour, guest.kind, room.kind = room.colour, guest.colour, room.kind, guest.kind
    guests[touch.slot], guests[touch.effect] = room, guest
    if guest.treated_as is guest.colour:
        guest.treated_as = None
    guest.credits.clear()
    use.picks.append(Pick(guest.name, colour=guest.colour))


def _walk(use: _Use, guest: Slot, plays: int, action: Action, touch: Touch) -> None:
    position, tiles = use.tables.position, use.tables.position.tiles
    assert action.tile is not None
    mascot = tiles[action.tile].id
    if plays != ENTERS:
        use.comes(guest, action.tile, led=touch.led)
        guest.place = touch.effect
        to = None if touch.effect >= len(tiles) else tiles[touch.effect].id
        use.stays[guest.name] = to == mascot
        use.picks.append(Pick(guest.name, route=() if to is None else (to,)))
        return
    to = tiles[touch.effect].id
    ways = (
        (fewest_maps(use.tables, guest.place, origin.id, led=touch.led), index)
        for index, origin in enumerate(tiles)
        if origin.id != to and enters(position, mascot, origin.id, to)
    )
    use.comes(guest, min(ways)[1], led=touch.led)
    guest.place = touch.effect
    use.stays[guest.name] = to == mascot
    use.picks.append(Pick(guest.name, route=(to,)))
