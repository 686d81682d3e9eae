"""Answers of the engines on one park, in this process and with one thread, so that tests repeat."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from random import Random
from typing import Any

from models.theme_park.attraction import Innovation
from models.theme_park.cards import COLOURED_ADMINISTRATORS, Administrator, AdministratorKind, Skill, SkillKind, Staff
from models.theme_park.guests import GUEST_COLOURS
from models.theme_park.operate.chance import FACES
from models.theme_park.operate.moves import Move
from models.theme_park.operate.phase import legal_transitions
from models.theme_park.operate.position import Position
from models.theme_park.operate.replay import replay
from models.theme_park.operate.state import start
from models.theme_park.rulings import Choice, Ruling, Rulings
from solver import Objective, Settings
from solver.theme_park.operate.layered.encoding.park import exact_stages, fits
from solver.theme_park.operate.layered.engine import LayeredEngine
from solver.theme_park.operate.layered.vectors.vector_questions import VectorQuestions
from solver.theme_park.operate.messages import Candidate, Found, Limit, Message
from solver.theme_park.operate.policies import Policy, expected_values, foresight
from solver.theme_park.operate.portfolio import search
from solver.theme_park.operate.score import score
from solver.theme_park.operate.settings import STAGES, Engine
from solver.theme_park.operate.shared_bounds import SharedBounds
from solver.theme_park.operate.supported import unsolved, weighed_by_cpsat
from solver.theme_park.operate.tables import Tables
from solver.theme_park.operate.unfolding import unfold
from tests.theme_park.oracle import Exhaustive, TooManyStates, exhaust
from tests.theme_park.parks import SYMBOLS, random_position

SWITCHES = (
    (Ruling.PARTY_SIZE, Choice.SUPERSET),
    (Ruling.VALUE_BOUNDS, Choice.WRAP),
    (Ruling.MASCOT_COLOUR_LASTS, Choice.NEXT_OPERATION_OF_TILE),
    (Ruling.MASCOT_COLOUR_LASTS, Choice.ONLY_ON_ITS_TILE),
    (Ruling.MASCOT_SAME_COLOUR, Choice.REFUSE),
    (Ruling.MASCOT_TWO_CARDS_COLOUR, Choice.NO),
    (Ruling.MASCOT_TWO_CARDS_ONE_DIE, Choice.NO),
    (Ruling.MANAGER_TWICE_SAME_TILE, Choice.NO),
    (Ruling.GUIDE_ENTRANCE, Choice.NO),
    (Ruling.MOVE_TO_ENTRANCE, Choice.NO),
    (Ruling.CUBES_LIMIT, Choice.NO),
)
"""Rulings of the introductory game that change what is best."""

FULL_SWITCHES = (
    *SWITCHES,
    (Ruling.MOVE_SOLE_KEPT_DIE, Choice.STAYS),
    (Ruling.MOVE_KEPT_DIE, Choice.YES),
    (Ruling.MASCOT_EXTRA_WITH_SKILL, Choice.NO),
    (Ruling.MASCOT_EXTRA_ORDER, Choice.ANY),
    (Ruling.ADMINISTRATOR_COUNTS_ENTRANCE, Choice.NO),
    (Ruling.ADMINISTRATOR_COLOUR_OF_DIE, Choice.ADJUSTED),
    (Ruling.ADMINISTRATOR_REROLL, Choice.ANY_DIE),
    (Ruling.SKILL_TWICE_SAME_DIE, Choice.EITHER),
    (Ruling.SKILL_TWICE_SAME_DIE, Choice.SAME_DIE),
    (Ruling.SKILL_UP_TO_TWO_AWAY, Choice.NO),
    (Ruling.SKILL_TWO_BY_ONE_SIGNS, Choice.SAME),
    (Ruling.SKILL_SWAP_FROM_BAG, Choice.REFUSE),
    (Ruling.VIP_STAR, Choice.NO),
)
"""All rulings that change what is best and that the solver knows."""


MOST_REROLLS = 3
"""Dice that may be rerolled in a park of several rerolls."""


def settings_for(seed: int) -> Settings:
    """One thread and no clock; the objective varies with the seed."""
    return Settings(objective=list(Objective)[seed % len(Objective)], time_limit=None, workers=1)


def random_rulings(rng: Random, switches: tuple[tuple[Ruling, Choice], ...] = SWITCHES) -> Rulings:
    """Every other park plays by the defaults, the rest by a few other choices."""
    if rng.random() < 0.5:
        return Rulings()
    return Rulings.of(dict(rng.sample(switches, rng.randint(1, len(switches) // 4))))


def introductory_park(rng: Random) -> Position:
    """A small park of the introductory game."""
    return random_position(rng, tiles=rng.randint(1, 4), guests=rng.randint(1, 4), rulings=random_rulings(rng))


def tiny_park(rng: Random, *, tiles: int | None = None, **knobs: Any) -> Position:
    """A park of one to three tiles and guests with a map at most; ``knobs`` as for ``random_position``."""
    number = rng.randint(1, 3) if tiles is None else tiles
    return random_position(rng, tiles=number, guests=rng.randint(1, 3), maps=rng.randint(0, 1), **knobs)


def weighed_without_chance(position: Position) -> bool:
    """Whether the solver takes the park, and no die can be rerolled in it."""
    return not unsolved(position) and not Tables(position).chance


def full_park(rng: Random) -> Position:
    """A small park of the full game with every expansion, without what the solver refuses."""
    while True:
        rulings = random_rulings(rng, FULL_SWITCHES)
        position = tiny_park(rng, tiles=rng.randint(1, 4), mascots=rng.choice((0, 1, 1, 2)), rulings=rulings, full=True)
        if weighed_without_chance(position):
            return with_any_administrator(rng, position)


def park_with_stars_of_guests(rng: Random) -> Position:
    """A small park of the full game in which VIPs or a skill bring stars besides those of the cubes."""
    while True:
        position = full_park(rng)
        if position.vips or SkillKind.STARS_PER_GUEST in Tables(position).skills:
            return position


def with_any_administrator(rng: Random, position: Position) -> Position:
    """Now and then an administrator of any kind, so that none is rare."""
    if rng.random() < 0.5:
        return position
    kind = rng.choice([kind for kind in AdministratorKind if kind is not AdministratorKind.REROLL])
    colour = rng.choice(GUEST_COLOURS) if kind in COLOURED_ADMINISTRATORS else None
    return replace(position, administrator=Administrator(kind, colour))


def park_with_extras_in_any_order(rng: Random) -> Position:
    """A small park with a Mascot card, skills, and extras that may come before the skill."""
    while True:
        position = tiny_park(
            rng,
            mascots=rng.choice((1, 1, 2)),
            staff=(Staff.MASCOT, rng.choice((Staff.MASCOT, Staff.GUIDE, Staff.MANAGER))),
            rulings=Rulings.of(
                {
                    Ruling.MASCOT_EXTRA_ORDER: Choice.ANY,
                    Ruling.MASCOT_TWO_CARDS_COLOUR: rng.choice((Choice.YES, Choice.NO)),
                }
            ),
            full=True,
        )
        if Tables(position).extras_before_skill and weighed_without_chance(position):
            return position


def park_operated_in_any_step(rng: Random) -> Position:
    """A very small park under the ruling that lets mascots and maps be used in the midst of an operation."""
    while True:
        switches = [switch for switch in SWITCHES if rng.random() < 0.15]
        position = tiny_park(
            rng,
            mascots=rng.randint(0, 2),
            staff=[card for card in (Staff.GUIDE, Staff.MANAGER, Staff.TICKET_AGENT) if rng.random() < 0.3],
            rulings=Rulings.of({Ruling.TIMING_BETWEEN_OPERATIONS: Choice.ANY_STEP, **dict(switches)}),
            largest_party=2,
        )
        if not unsolved(position):
            return position


def park_with_a_reroll(rng: Random) -> Position:
    """A small park of the full game where one die at most may be rerolled: by a skill, a symbol or the administrator."""
    while True:
        position = tiny_park(
            rng,
            mascots=rng.choice((0, 1, 1, 2)),
            rulings=random_rulings(rng, (*FULL_SWITCHES, *((Ruling.MOVE_REROLLED_DIE, Choice.NO),) * 6)),
            full=True,
        )
        position = rng.choice((by_symbol, by_skill, by_administrator))(rng, position)
        if not unsolved(position) and Tables(position).rerolls == 1 and weighed_by_cpsat(Tables(position)):
            return position


def park_with_rerolls(rng: Random) -> Position:
    """A small park of the full game where up to three dice may be rerolled, now and then with cable cars."""
    while True:
        position = tiny_park(
            rng, mascots=rng.choice((0, 1, 1, 2)), rulings=random_rulings(rng, FULL_SWITCHES), full=True
        )
        if rng.random() < 0.3 and position.mascots:
            skill = Skill(SkillKind.REROLL, rng.choice(GUEST_COLOURS))
            position = replace(position, mascots=(skill, *position.mascots[1:]))
        if rng.random() < 0.7:
            position = with_a_symbol(rng, position)
        if rng.random() < 0.3:
            tiles = [replace(tile, innovation=Innovation.CABLE_CAR) for tile in position.tiles[:2]]
            position = replace(position, tiles=(*tiles, *position.tiles[2:]))
        if not unsolved(position) and 0 < Tables(position).rerolls <= MOST_REROLLS and fits(position):
            return position


def with_a_symbol(rng: Random, position: Position) -> Position:
    """The park with the reroll symbol in a slot of a tile."""
    number = rng.randrange(len(position.tiles))
    tile = position.tiles[number]
    slots = list(tile.attraction.requirement.slots)
    place = rng.randrange(len(slots))
    slots[place] = replace(slots[place], reroll=True)
    requirement = replace(tile.attraction.requirement, slots=tuple(slots))
    changed = replace(tile, attraction=replace(tile.attraction, requirement=requirement))
    return replace(position, tiles=(*position.tiles[:number], changed, *position.tiles[number + 1 :]))


def by_symbol(rng: Random, position: Position) -> Position:
    """The park as it was drawn, with the symbols that are on it."""
    return position


def by_skill(rng: Random, position: Position) -> Position:
    """The park with a mascot on the reroll skill."""
    return replace(position, mascots=(Skill(SkillKind.REROLL, rng.choice(GUEST_COLOURS)), *position.mascots[1:]))


def by_administrator(rng: Random, position: Position) -> Position:
    """The park with the Surprises administrator and one icon left: the card shows a symbol, or rerolls any die."""
    free = rng.choice(position.tiles).id
    if rng.random() < 0.5:
        changed = dict(position.rulings.changed) | {Ruling.ADMINISTRATOR_REROLL: Choice.ANY_DIE}
        position = replace(position, rulings=Rulings.of(changed))
    cubes = tuple((tile.id, tile.icons - (tile.id == free)) for tile in position.tiles)
    staff = tuple(card for card in position.staff if card is not Staff.MANAGER)
    return replace(
        position,
        administrator=Administrator(AdministratorKind.REROLL, symbol=rng.choice(SYMBOLS)),
        cubes=cubes,
        staff=staff,
    )


def small_parks(
    first: int, number: int, *, most_states: int, park: Callable[[Random], Position] = introductory_park
) -> Iterator[tuple[int, Position, Settings, Exhaustive]]:
    """Parks with seeds from ``first`` and their true optimum; larger ones than the oracle can visit are redrawn."""
    for seed in range(first, first + number):
        settings = settings_for(seed)
        rng = Random(seed)
        while True:
            position = park(rng)
            if reaches_more(position, most_states):
                continue
            try:
                yield seed, position, settings, exhaust(position, settings, most_states=most_states)
                break
            except TooManyStates:
                continue


def any_parks(first: int, number: int, park: Callable[[Random], Position]) -> Iterator[tuple[Position, Settings]]:
    """Parks with seeds from ``first``, however many states they have: nobody says what is best there."""
    for seed in range(first, first + number):
        yield park(Random(seed)), settings_for(seed)


def reaches_more(position: Position, most_states: int) -> bool:
    """Whether moves lead to more states than that: told of a large park far sooner than by the oracle, which goes deep first."""
    known = {start(position)}
    coming = list(known)
    for state in coming:
        for played in legal_transitions(position, state):
            if played.after not in known:
                known.add(played.after)
                coming.append(played.after)
                if len(known) > most_states:
                    return True
    return False


def worth_of(position: Position, settings: Settings, plan: Policy) -> tuple[Fraction, ...]:
    """What is expected of a plan that the rules replay, stage by stage."""
    assert foresight(plan) is None
    verdicts = [replay(position, moves) for moves in plan]
    assert [verdict.violation for verdict in verdicts] == [None] * len(plan)
    values = [score(position, verdict.reached, settings) for verdict in verdicts]
    return tuple(map(Fraction, expected_values(plan, values)))


def solved(
    position: Position, settings: Settings
) -> tuple[tuple[Fraction, ...], tuple[Move, ...], dict[str, Fraction]]:
    """The search's best score as the rules count it, its moves (for face 1 of a reroll), and the limit of each stage.

    Of moves worth as much it gives those that the search answers with. Limits are those that an answer would tell.
    """
    found: list[tuple[Policy, bool]] = []
    canonical: list[Candidate] = []
    limits: dict[str, int | Fraction] = {}
    one_roll = Tables(position).rerolls <= 1  # CP-SAT weighs no more, and its limits hold for no more

    def listen(news: Message) -> None:
        if isinstance(news, Found):
            plan = unfold(news.position, news.plans)
            found.append((plan if len(set(plan)) > 1 else plan[:1], news.canonical))
        elif isinstance(news, Candidate) and news.canonical:
            canonical.append(news)
        elif isinstance(news, Candidate):
            found.append((news.sequences, False))
        elif isinstance(news, Limit) and (one_roll or news.engine is not Engine.CPSAT):
            limits[news.stage] = min(news.bound, limits.get(news.stage, news.bound))

    search(position, settings, listen)
    best: tuple[tuple[Fraction, ...], tuple[Move, ...]] = ((), ())
    for sequences, is_canonical in found:
        worth = worth_of(position, settings, sequences)
        if is_canonical:
            assert worth == best[0]
        if is_canonical or worth > best[0]:
            best = worth, sequences[0]
    for candidate in canonical:
        verdict = replay(position, candidate.sequences[0])
        assert verdict.violation is None, verdict.violation
        assert score(position, verdict.reached, settings) == best[0]
        best = best[0], candidate.sequences[0]
    faces = FACES if Tables(position).chance else 1
    return (*best, {stage: Fraction(bound) / faces for stage, bound in limits.items()})


def proves_what_the_oracle_knows(seed: int, position: Position, settings: Settings, truth: Exhaustive) -> int:
    """Hold the search against the oracle in the stages that the layered search is exact in; gives their number."""
    found, _, limits = solved(position, settings)
    stages = STAGES[settings.objective]
    exact = exact_stages(Tables(position), settings.objective)
    assert found <= truth.score, f"park {seed}: better than the best: {position}"
    if exact:
        assert limits[stages[0]] == truth.score[0] == found[0], f"park {seed}: {position}"
    if exact == len(STAGES[Objective.STARS]):
        assert tuple(limits.values()) == truth.score == found, f"park {seed}: {position}"
    return exact


def never() -> bool:
    """Nothing stops a pass."""
    return False


def layered_alone(position: Position, settings: Settings) -> tuple[LayeredEngine, SharedBounds]:
    """The layered search's engine by itself, which has done nothing yet, and what it will prove."""
    bounds = SharedBounds(STAGES[settings.objective])
    return LayeredEngine(Tables(position), settings, bounds, lambda _: None, VectorQuestions(bounds)), bounds
