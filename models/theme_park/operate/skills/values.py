"""Skills that turn dice: by two, between 2 and 5, two dice by one each, and the reroll of Surprises."""

from collections.abc import Iterator
from itertools import combinations, product

from models.shared.phrases import listing
from models.shared.rulebook import Told
from models.theme_park.guests import HIGHEST, LOWEST, GuestId, TileId
from models.theme_park.operate.adjustments import turned, value_fault
from models.theme_park.operate.moves import AdjustValue, SkillUse
from models.theme_park.operate.phrases import die, guest_name
from models.theme_park.operate.position import Position
from models.theme_park.operate.skills.card import SkillCard, Using
from models.theme_park.operate.state import State, guest_now, guests_on, with_guest
from models.theme_park.rulings import Choice, Ruling

SWAPPED = {2: 5, 5: 2}


class ValueSkill(SkillCard):
    """A skill that gives dice other values; ``targets`` says which."""

    def targets(self, position: Position, state: State, item: Using) -> list[tuple[GuestId, int | None]]:
        """The guests named, each with its new value or None where it cannot have one."""
        raise AssertionError(f"{type(self).__name__} does not say what it turns")

    def use(self, position: Position, state: State, item: Using) -> State:
        """The state with the dice turned."""
        for guest, value in self.targets(position, state, item):
            now = guest_now(position, state, guest)
            assert now is not None
            assert value is not None
            state = with_guest(position, state, guest, now._replace(value=value))
        return state

    def says(self, position: Position, before: State, item: Using, after: State) -> str:
        """Such as "blue 2 becomes blue 5"."""
        changes = []
        for guest in self.guests(item.use):
            had, has = guest_now(position, before, guest), guest_now(position, after, guest)
            assert had is not None
            assert has is not None
            changes.append(f"{die(had)} becomes {die(has)}")
        return listing(changes)


class ValueByTwo(ValueSkill):
    """A die of the colour by +2 or -2."""

    takes = frozenset({"guest", "by"})

    def value_fault(self, position: Position, state: State, item: Using) -> Told:
        """By two, and on the die (ruling ``value.bounds``)."""
        assert item.use.guest is not None
        assert item.use.by is not None
        now, name = guest_now(position, state, item.use.guest), guest_name(position, state, item.use.guest)
        if abs(item.use.by) != 2:
            return f"The skill {item.skill.kind} turns {name} by +2 or -2, not by {item.use.by:+d}."
        return None if now is None else value_fault(position, name, now.value, item.use.by)

    def targets(self, position: Position, state: State, item: Using) -> list[tuple[GuestId, int | None]]:
        """The die with the value two pips on."""
        assert item.use.guest is not None
        assert item.use.by is not None
        now = guest_now(position, state, item.use.guest)
        assert now is not None
        return [(item.use.guest, turned(position, now.value, item.use.by))]

    def candidates(self, position: Position, state: State, tile: TileId) -> Iterator[SkillUse]:
        """Lists each die, turned up and turned down."""
        for guest, by in product(guests_on(position, state, tile), (2, -2)):
            yield SkillUse(guest=guest, by=by)


class TwoFive(ValueSkill):
    """A die of the colour from 2 to 5 or from 5 to 2."""

    takes = frozenset({"guest"})

    def value_fault(self, position: Position, state: State, item: Using) -> Told:
        """Refuses a die that shows neither 2 nor 5."""
        assert item.use.guest is not None
        now = guest_now(position, state, item.use.guest)
        if now is None or now.value in SWAPPED:
            return None
        return f"The skill {item.skill.kind} turns a die showing 2 or 5; {guest_name(position, state, item.use.guest)} shows {now.value}."

    def targets(self, position: Position, state: State, item: Using) -> list[tuple[GuestId, int | None]]:
        """The die on its other value."""
        assert item.use.guest is not None
        now = guest_now(position, state, item.use.guest)
        return [(item.use.guest, None if now is None else SWAPPED.get(now.value))]

    def candidates(self, position: Position, state: State, tile: TileId) -> Iterator[SkillUse]:
        """Lists each die that stands here."""
        yield from (SkillUse(guest=guest) for guest in guests_on(position, state, tile))


class TwoByOne(ValueSkill):
    """Two different dice by +1 or -1 each."""

    takes = frozenset({"guests"})

    def guests(self, use: SkillUse) -> tuple[GuestId, ...]:
        """The ids of the two dice that are turned."""
        return tuple(change.guest for change in use.guests)

    def value_fault(self, position: Position, state: State, item: Using) -> Told:
        """Two different dice, each by one."""
        names = self.guests(item.use)
        if len(names) != 2 or names[0] == names[1]:
            return f"The skill {item.skill.kind} turns two different dice; this use names {len(set(names))}."
        for change in item.use.guests:
            now, name = guest_now(position, state, change.guest), guest_name(position, state, change.guest)
            if abs(change.by) != 1:
                return f"The skill {item.skill.kind} turns {name} by +1 or -1, not by {change.by:+d}."
            fault = None if now is None else value_fault(position, name, now.value, change.by)
            if fault is not None:
                return fault
        return None

    def signs_fault(self, position: Position, state: State, item: Using) -> str | None:
        """Up and down together, unless the ruling wants one sign."""
        same = position.rulings.says(Ruling.SKILL_TWO_BY_ONE_SIGNS, Choice.SAME)
        if not same or len({change.by for change in item.use.guests}) == 1:
            return None
        return f"The skill {item.skill.kind} turns both dice the same way under the ruling {Ruling.SKILL_TWO_BY_ONE_SIGNS}."

    def targets(self, position: Position, state: State, item: Using) -> list[tuple[GuestId, int | None]]:
        """Both dice with the values one pip on."""
        nows = [(change, guest_now(position, state, change.guest)) for change in item.use.guests]
        return [(change.guest, turned(position, now.value, change.by)) for change, now in nows if now is not None]

    def candidates(self, position: Position, state: State, tile: TileId) -> Iterator[SkillUse]:
        """Lists each pair of dice, each turned up or down."""
        for pair in combinations(guests_on(position, state, tile), 2):
            for signs in product((1, -1), repeat=2):
                changes = tuple(AdjustValue(guest, by) for guest, by in zip(pair, signs, strict=True))
                yield SkillUse(guests=changes)


class Reroll(ValueSkill):
    """A die of the colour is rolled again (Surprises)."""

    takes = frozenset({"guest", "result"})

    def value_fault(self, position: Position, state: State, item: Using) -> Told:
        """The result is on the die."""
        if item.use.result is not None and LOWEST <= item.use.result <= HIGHEST:
            return None
        return f"A rerolled die cannot show {item.use.result}: a die shows {LOWEST} to {HIGHEST}."

    def vip_fault(self, position: Position, state: State, item: Using) -> str | None:
        """Refuses a VIP, which is never rerolled."""
        if item.use.guest not in position.vips:
            return None
        return f"{guest_name(position, state, item.use.guest)} is a VIP, and a VIP is never rerolled."

    def targets(self, position: Position, state: State, item: Using) -> list[tuple[GuestId, int | None]]:
        """The die with the value that the reroll shows."""
        assert item.use.guest is not None
        return [(item.use.guest, item.use.result)]

    def candidates(self, position: Position, state: State, tile: TileId) -> Iterator[SkillUse]:
        """Each die with each result."""
        for guest, result in product(guests_on(position, state, tile), range(LOWEST, HIGHEST + 1)):
            yield SkillUse(guest=guest, result=result)
