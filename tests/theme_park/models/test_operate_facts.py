"""Facts of the Operate phase that no smallest example states by itself."""

from dataclasses import replace
from typing import Any

import pytest

from api import load_moves, load_position
from models.theme_park.cards import Administrator, AdministratorKind, Skill, SkillKind
from models.theme_park.guests import GUEST_COLOURS, HIGHEST, LOWEST, Colour
from models.theme_park.operate.chance import FACES, UNROLLED, before_chance, results
from models.theme_park.operate.earnings import stars_for_money
from models.theme_park.operate.end_of_phase import constant_stars
from models.theme_park.operate.mascots import adjustments_allowed
from models.theme_park.operate.movement import destinations
from models.theme_park.operate.moves import (
    AdjustValue,
    GuideMove,
    MapMove,
    MascotMove,
    Move,
    OperateMove,
    SkillUse,
    Walk,
)
from models.theme_park.operate.phase import broken_rule, legal_moves
from models.theme_park.operate.position import Position
from models.theme_park.operate.replay import first_illegal, replay, states
from models.theme_park.operate.rules import Rule, citation
from models.theme_park.operate.state import guests_on, start
from models.theme_park.rulings import Choice, Ruling, Rulings

ENTRANCE = {"id": "entrance", "hex": [0, 0], "attraction": "park-entrance"}
CAROUSEL = {"id": "carousel", "hex": [1, 0], "attraction": "made-up-carousel"}
SWINGS = {"id": "swings", "hex": [2, 0], "attraction": "made-up-swings"}
RIDERS = [
    {"id": "g1", "colour": "blue", "value": 3, "at": "entrance"},
    {"id": "g2", "colour": "green", "value": 2, "at": "carousel"},
    {"id": "g3", "colour": "blue", "value": 1, "at": "carousel"},
]


def park(*, tiles: list[dict[str, Any]] | None = None, **fields: Any) -> Position:
    document: dict[str, Any] = {
        "version": 1,
        "rules": {"game": "full", "expansions": ["innovations", "promo", "surprises"]},
        "park": {"tiles": tiles or [ENTRANCE, CAROUSEL, SWINGS], "guests": RIDERS},
    } | fields
    if "innovations" in document["rules"].get("expansions", []):
        (first, *rest), guests = document["park"]["tiles"], document["park"]["guests"]
        document["park"] = {"tiles": [first | {"innovation": "cable-car"}, *rest], "guests": guests}
    return load_position(document)


def test_a_die_has_six_faces() -> None:
    assert FACES == 6


def test_what_stands_for_an_open_result_is_on_no_die() -> None:
    assert not LOWEST <= UNROLLED <= HIGHEST


@pytest.mark.parametrize(("money", "plain", "dear"), [(0, 0, 0), (2, 0, 1), (3, 1, 1), (5, 1, 2), (6, 2, 3), (7, 2, 3)])
def test_three_dollars_make_a_star_and_two_with_the_administrator(money: int, plain: int, dear: int) -> None:
    assert stars_for_money(park(), money) == plain
    assert stars_for_money(park(administrator={"kind": "cheaper-maps"}), money) == plain
    assert stars_for_money(park(administrator={"kind": "money-worth-more"}), money) == dear


@pytest.mark.parametrize("kind", [kind for kind in AdministratorKind if kind is not AdministratorKind.MASCOTS])
def test_only_the_administrator_of_mascots_pays_for_mascots_owned(kind: AdministratorKind) -> None:
    mascots = [{"skill": None}] * 5
    colour = {"colour": "blue"} if kind in {"keep-pips", "attractions-of-colour", "return-discarded"} else {}
    assert constant_stars(park(mascots=mascots))["administrator"] == 0
    assert constant_stars(park(mascots=mascots, administrator={"kind": kind.value} | colour))["administrator"] == 0


@pytest.mark.parametrize(("owned", "stars"), [(0, 0), (1, 0), (2, 1), (3, 1), (4, 2), (5, 3), (6, 3)])
def test_the_administrator_of_mascots_pays_at_two_four_and_five(owned: int, stars: int) -> None:
    position = park(mascots=[{"skill": None}] * owned, administrator={"kind": "mascots"})
    assert constant_stars(position)["administrator"] == stars


@pytest.mark.parametrize(("ready", "used", "stars"), [(1, 1, 1), (0, 4, 2), (4, 1, 3)])
def test_the_administrator_of_mascots_pays_for_those_used_too(ready: int, used: int, stars: int) -> None:
    mascots, gone = [{"skill": None}] * ready, {"mascots": [{"skill": None}] * used}
    position = park(mascots=mascots, used=gone, administrator={"kind": "mascots"})
    assert constant_stars(position)["administrator"] == stars


def test_statues_bring_the_stars_they_show_and_other_innovations_none() -> None:
    rides = [CAROUSEL | {"id": f"ride-{q}", "hex": [q, 0]} for q in range(1, 4)]
    built = [tile | {"innovation": f"statue-{q}"} for q, tile in enumerate(rides, 1)]
    guests: list[object] = []
    for number, stars in ((1, 1), (2, 3), (3, 6)):
        tiles = [ENTRANCE, *built[:number], *rides[number:]]
        assert constant_stars(park(park={"tiles": tiles, "guests": guests}))["statues"] == stars
    assert constant_stars(park())["statues"] == 0


REROLLING = OperateMove("carousel", ("g2",), "g2", "swings", rerolls=(("g2", 4),), pipped=(MapMove("g1", "carousel"),))
ROLLED = MascotMove(0, "carousel", (AdjustValue("g2", 1),) * 2, SkillUse(guest="g2", result=5), 1)


def test_before_a_reroll_its_result_and_what_may_depend_on_it_are_open() -> None:
    assert results(REROLLING) == (4,)
    assert before_chance(REROLLING) == OperateMove("carousel", ("g2",), rerolls=(("g2", UNROLLED),))
    assert results(ROLLED) == (5,)
    assert before_chance(ROLLED) == MascotMove(
        0, "carousel", (AdjustValue("g2", 1),), SkillUse(guest="g2", result=UNROLLED), 1
    )


@pytest.mark.parametrize(
    "move",
    [
        MapMove("g1", "carousel"),
        MascotMove(0, "carousel", (AdjustValue("g2", 1),)),
        MascotMove(0, "carousel", (), SkillUse(guest="g2", by=2)),
        OperateMove("carousel", ("g2",), "g2", "swings", pipped=(MapMove("g1", "carousel"),)),
    ],
)
def test_a_move_without_a_reroll_leaves_nothing_to_chance(
    move: MapMove | MascotMove | OperateMove,
) -> None:
    assert results(move) == ()
    assert before_chance(move) == move


def test_the_states_of_a_sequence_end_at_its_first_illegal_move() -> None:
    position = park(maps=2)
    moves = [MapMove("g1", "carousel"), MapMove("g1", "swings"), MapMove("g1", "carousel"), MapMove("g1", "swings")]
    reached = list(states(position, moves))
    legal = replay(position, moves)
    assert reached == [start(position), *(step.after for step in legal.steps), None]
    assert len(reached) == 4
    assert list(states(position, moves[:2])) == reached[:3]
    assert first_illegal(position, moves, start(position), 0) == 2
    assert first_illegal(position, moves[:2], start(position), 0) is None
    assert first_illegal(position, moves, legal.reached, 2) == 2
    assert first_illegal(position, moves, start(position), 1) == 1
    assert legal.violation is not None
    assert legal.violation.message.startswith("Move 3: ")


def test_a_step_brings_what_it_adds_to_the_steps_before_it() -> None:
    position = park(
        tiles=[ENTRANCE, CAROUSEL | {"upgrades": ["special-effect", "merch-kiosk"]}, SWINGS],
        staff=["manager"],
        cubes={"carousel": 1},
    )
    move = OperateMove("carousel", ("g2",), "g2", "swings", manager=True)
    before, verdict = replay(position, ()), replay(position, (move,))
    assert before.stars > 0
    assert before.money > 0
    (step,) = verdict.steps
    assert (step.stars, step.money) == (before.stars, before.money)
    assert (verdict.stars, verdict.money) == (2 * before.stars, 2 * before.money)
    assert verdict.breakdown == {name: 2 * stars for name, stars in before.breakdown.items()}
    assert set(verdict.breakdown) == {"attractions", "special_effects", "skills", "administrator", "vip"}


def test_a_use_without_its_skill_makes_one_adjustment_and_one_more_for_each_mascot_card() -> None:
    assert adjustments_allowed(park()) == 1
    assert adjustments_allowed(park(staff=["mascot"])) == 2
    assert adjustments_allowed(park(staff=["mascot", "mascot"])) == 3


def test_no_candidate_is_listed_that_an_empty_bag_forbids() -> None:
    skill = {"skill": {"kind": "swap-colour"}}
    position = park(mascots=[skill], bag={"green": 1})
    assert position.mascots == (Skill(SkillKind.SWAP_COLOUR, None),)
    swaps = {
        move.skill.to_colour
        for move in legal_moves(position, start(position))
        if isinstance(move, MascotMove) and move.skill
    }
    assert swaps == {Colour.GREEN}


@pytest.mark.parametrize(("after", "legal"), [(-1, False), (0, True), (1, True), (2, False)])
def test_a_skill_is_used_after_none_or_some_of_the_extra_adjustments(after: int, legal: bool) -> None:
    rules = {"game": "full", "rulings": {"mascot.extra-order": "any"}}
    position = park(rules=rules, mascots=[{"skill": {"kind": "two-five", "colour": "green"}}], staff=["mascot"])
    move = MascotMove(0, "carousel", (AdjustValue("g3", 1),), SkillUse(guest="g2"), after)
    assert (broken_rule(position, start(position), move) is None) == legal


SAID = [
    (
        park(mascots=[{"skill": {"kind": "two-five", "colour": "green"}}]),
        MascotMove(0, "carousel", (AdjustValue("g3", 1),), SkillUse(guest="g2")),
        "Mascot 1 makes 1 adjustment with its skill; with 0 Mascot cards played it may make 0.",
    ),
    (
        park(mascots=[{"skill": {"kind": "move-out"}}]),
        MascotMove(0, "carousel", (), SkillUse(moves=load_moves([], park()))),
        "The skill move-out asks for moves to be chosen; this use names nothing.",
    ),
    (
        park(staff=["manager"]),
        OperateMove("entrance", ("g1",), "g1", "carousel", manager=True),
        "The Manager works only on an attraction without a free operate icon; Park Entrance still has 2.",
    ),
]


@pytest.mark.parametrize(("position", "move", "message"), SAID)
def test_a_message_counts_what_was_asked_for_and_what_is_there(
    position: Position, move: MascotMove | OperateMove, message: str
) -> None:
    broken = broken_rule(position, start(position), move)
    assert broken is not None
    assert broken.message == message


@pytest.mark.parametrize(("mover", "to"), [("g2", None), (None, "swings"), (None, None)])
def test_a_die_that_moves_is_named_with_where_it_goes(mover: str | None, to: str | None) -> None:
    position = park()
    broken = broken_rule(position, start(position), OperateMove("carousel", ("g2",), mover, to))
    assert broken is not None
    assert broken.rule is Rule.MOVER_REQUIRED


def test_with_no_die_left_neither_a_mover_nor_a_place_is_named() -> None:
    position = park()
    rules = [
        broken and broken.rule
        for mover, to in [(None, None), ("g3", "swings"), (None, "swings"), ("g3", None)]
        for broken in [broken_rule(position, start(position), OperateMove("carousel", ("g3",), mover, to))]
    ]
    assert rules == [None, Rule.MOVER_LEFT, Rule.MOVER_LEFT, Rule.MOVER_LEFT]


def told(position: Position, *moves: Move) -> list[str]:
    verdict = replay(position, moves)
    assert verdict.legal, verdict.violation
    return [step.text for step in verdict.steps]


def test_a_skill_that_moves_two_dice_tells_where_each_goes() -> None:
    position = park(mascots=[{"skill": {"kind": "move-out"}}] * 2)
    two = SkillUse(moves=(Walk("g2", "swings"), Walk("g3", "entrance")))
    on = SkillUse(moves=(Walk("g2", "entrance"), Walk("g2", "carousel")))
    (one_each,) = told(position, MascotMove(0, "carousel", (), two))
    going_on = position.under(Rulings.of({Ruling.SKILL_TWICE_SAME_DIE: Choice.EITHER}))
    (twice,) = told(going_on, MascotMove(0, "carousel", (), on))
    assert "green 2 goes to Made-up Swings and blue 1 goes to Park Entrance" in one_each
    assert "green 2 goes to Park Entrance and on to Made-up Carousel" in twice


KEEPING = park(
    rules={
        "game": "full",
        "rulings": {
            "move.sole-kept-die": "stays",
            "move.rerolled-die": "no",
            "administrator.reroll": "any-die",
        },
        "expansions": ["surprises"],
    },
    tiles=[ENTRANCE, SWINGS | {"id": "carousel", "hex": [1, 0]}, CAROUSEL | {"id": "swings", "hex": [2, 0]}],
    administrator={"kind": "keep-pips", "colour": "green"},
)


def test_a_die_that_keeps_its_pips_and_may_not_move_is_refused_for_that() -> None:
    broken = broken_rule(KEEPING, start(KEEPING), OperateMove("carousel", ("g2",), "g2", "swings", keep="g2"))
    assert broken is not None
    assert broken.message == (
        "green 2 (g2) keeps its pips in the operation of Made-up Swings and may not be the die that moves, "
        "under the ruling move.sole-kept-die."
    )
    assert citation(broken) == ("Rulebook, Operate, 4 Move Die; Administrators; ruling move.sole-kept-die", "11-13, 15")


def test_a_die_that_is_rerolled_and_may_not_move_is_refused_for_that() -> None:
    position = replace(KEEPING, administrator=Administrator(AdministratorKind.REROLL))
    move = OperateMove("carousel", ("g2",), "g2", "swings", rerolls=(("g2", 4),))
    broken = broken_rule(position, start(position), move)
    assert broken is not None
    assert broken.message == (
        "green 2 (g2) is rerolled in the operation of Made-up Swings and may not be the die that moves, "
        "under the rulings move.rerolled-die and move.sole-kept-die."
    )
    assert broken_rule(position, start(position), replace(move, mover=None, to=None)) is None


@pytest.mark.parametrize(("mascot", "ready"), [(-1, False), (0, True), (1, True), (2, False)])
def test_mascots_are_counted_from_zero(mascot: int, ready: bool) -> None:
    position = park(mascots=[{"skill": None}] * 2)
    broken = broken_rule(position, start(position), MascotMove(mascot, "carousel", (AdjustValue("g2", 1),)))
    assert (broken is None) == ready
    assert broken is None or broken.rule is Rule.MASCOT_READY


@pytest.mark.parametrize("colour", [colour.value for colour in Colour])
def test_the_administrator_of_a_colour_counts_attractions_of_that_colour_alone(colour: str) -> None:
    made_up = {
        "blue": "made-up-drop-tower",
        "green": "made-up-swings",
        "yellow": "made-up-dodgems",
        "grey": "made-up-carousel",
    }
    tiles = [
        {"id": f"{name}-{number}", "hex": [1 + 3 * list(made_up).index(name) + number, 0], "attraction": slug}
        for name, slug in made_up.items()
        for number in range(3)
    ]
    operated = {tile["id"]: 1 for tile in tiles if not str(tile["id"]).startswith(colour)}
    administrator = {"kind": "attractions-of-colour", "colour": colour}
    guests = {"tiles": [ENTRANCE, *tiles], "guests": []}
    others = park(park=guests, cubes=operated, administrator=administrator)
    all_ = park(park=guests, cubes={tile["id"]: 1 for tile in tiles}, administrator=administrator)
    assert replay(others, ()).breakdown["administrator"] == 0
    assert replay(all_, ()).breakdown["administrator"] == 1


def test_where_guides_keep_off_the_entrance_they_lead_between_all_other_attractions() -> None:
    position = park(rules={"game": "full", "rulings": {"guide.entrance": "no"}}, staff=["guide"])
    led = {(move.guest, move.to) for move in legal_moves(position, start(position)) if isinstance(move, GuideMove)}
    assert led == {("g2", "swings"), ("g3", "swings")}


def test_where_dice_keep_off_the_entrance_they_walk_to_all_other_attractions_next_door() -> None:
    position = park(rules={"game": "full", "rulings": {"move.to-entrance": "no"}})
    assert destinations(position, "carousel") == ("swings",)
    assert destinations(position, "swings") == ("carousel",)


def test_two_managers_pay_for_two_operations_and_for_no_third() -> None:
    tiles = [ENTRANCE, CAROUSEL, CAROUSEL | {"id": "other", "hex": [0, 1]}]
    guests = [{"id": f"g{number}", "colour": "blue", "value": 3, "at": "carousel"} for number in range(3)]
    position = park(
        rules={"game": "full", "rulings": {"manager.twice-same-tile": "yes"}},
        park={"tiles": tiles, "guests": guests},
        staff=["manager", "manager"],
        cubes={"carousel": 1},
    )
    moves = [OperateMove("carousel", (f"g{each}",), f"g{each}", "entrance", manager=True) for each in range(3)]
    verdict = replay(position, moves)
    assert verdict.violation is not None
    assert (verdict.violation.step, verdict.violation.rule) == (2, Rule.MANAGER_READY)


def test_a_ruling_that_limits_cubes_adds_none_where_more_than_the_box_holds_are_placed() -> None:
    tiles = [ENTRANCE, *(CAROUSEL | {"id": f"t{q}", "hex": [q, 0]} for q in range(1, 20))]
    guests = [{"id": "g1", "colour": "blue", "value": 3, "at": "t19"}]
    cubes = {f"t{q}": 1 for q in range(1, 19)}
    unlimited = park(
        rules={"game": "full", "rulings": {"cubes.limit": "no"}}, park={"tiles": tiles, "guests": guests}, cubes=cubes
    )
    limited = unlimited.under(Rulings.of({Ruling.CUBES_LIMIT: Choice.YES}))
    move = OperateMove("t19", ("g1",), "g1", "t18")
    assert broken_rule(unlimited, start(unlimited), move) is None
    broken = broken_rule(limited, start(limited), move)
    assert broken is not None
    assert broken.rule is Rule.CUBE_SUPPLY


def test_on_an_attraction_are_the_guests_that_stand_there() -> None:
    position = park()
    on = {tile.id: guests_on(position, start(position), tile.id) for tile in position.tiles}
    assert on == {"entrance": ("g1",), "carousel": ("g2", "g3"), "swings": ()}


@pytest.mark.parametrize(("cubes", "ready"), [(0, 2), (1, 2), (2, 1), (3, 0), (4, 0)])
def test_a_cube_beyond_the_icons_was_paid_by_a_manager_that_is_no_longer_ready(cubes: int, ready: int) -> None:
    position = replace(park(staff=["manager", "manager"]), cubes=(("carousel", cubes),))
    assert start(position).managers == ready


@pytest.mark.parametrize("printed", Colour)
@pytest.mark.parametrize("colour", GUEST_COLOURS)
def test_an_administrator_keeps_pips_on_attractions_of_its_colour_alone(colour: Colour, printed: Colour) -> None:
    guests = [{"id": "g1", "colour": colour.value, "value": 3, "at": "carousel"}]
    position = park(
        park={"tiles": [ENTRANCE, CAROUSEL], "guests": guests},
        administrator={"kind": "keep-pips", "colour": colour.value},
    )
    tiles = [replace(tile, attraction=replace(tile.attraction, colour=printed)) for tile in position.tiles]
    position = replace(position, tiles=tuple(tiles))
    broken = broken_rule(position, start(position), OperateMove("carousel", ("g1",), "g1", "entrance", keep="g1"))
    assert (broken and broken.rule) == (None if printed is colour else Rule.KEEP_ADMINISTRATOR)
