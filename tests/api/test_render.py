"""``park-advisor render`` draws the park and the plan; the page draws the same (tests/web)."""

import json
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from click.testing import CliRunner

from api import load_moves, load_position
from api.cli.root import cli
from api.theme_park.pictures import picture
from api.theme_park.pictures.board import seats
from models import replay
from models.shared.data import read_json
from models.theme_park.operate.position import Position
from models.theme_park.operate.replay import OperateStep
from tests.api.documents import MOVES as PLAYED
from tests.api.documents import run, spoilt

POSITION = Path("fixtures/theme_park/positions/log-flume.json")
MOVES = Path("fixtures/theme_park/positions/log-flume.moves.json")
ROOT = Path(__file__).parents[2]
SVG = "{http://www.w3.org/2000/svg}"


def render(*words: str) -> tuple[int, str]:
    result = CliRunner().invoke(cli, ["render", *words], standalone_mode=False)
    code = result.return_value if result.exception is None else 2
    return int(code), result.stdout


def drawn(*words: str) -> ET.Element:
    return ET.fromstring(render(*words)[1])


def test_every_tile_and_every_guest_is_drawn_where_it_stands() -> None:
    root = drawn(str(ROOT / POSITION))
    tiles = {each.get("data-tile"): each.get("transform") for each in root.iter(f"{SVG}g") if each.get("data-tile")}
    assert sorted(map(str, tiles)) == ["duck-pond", "entrance", "ferris-wheel", "log-flume", "spooky-forest"]
    assert len(set(tiles.values())) == 5
    guests = [each.get("data-guest") for each in root.iter(f"{SVG}g") if each.get("data-guest")]
    assert sorted(map(str, guests)) == ["g1", "g2", "g3", "g4"]


def test_a_plan_is_told_below_the_park_and_numbered_on_the_tiles() -> None:
    bare, planned = drawn(str(ROOT / POSITION)), drawn(str(ROOT / POSITION), str(ROOT / MOVES))
    assert float(str(planned.get("height"))) > float(str(bare.get("height")))
    words = [each.text or "" for each in planned.iter(f"{SVG}text")]
    assert any(line.startswith("3. Operate Duck Pond") for line in words)
    numbers = [mark for group in planned.iter(f"{SVG}g") if group.get("class") == "steps" for mark in group]
    assert sorted(mark.text for mark in numbers if mark.text) == ["1", "2", "3"]


def test_an_illegal_plan_is_drawn_up_to_its_last_legal_move(tmp_path: Path) -> None:
    moves = tmp_path / "moves.json"
    moves.write_text('[{"do": "map", "guest": "g1", "to": "ferris-wheel"}]')
    code, svg = render(str(ROOT / POSITION), str(moves))
    assert code == 1
    assert "Map:" not in svg


def test_a_file_is_written_in_either_theme(tmp_path: Path) -> None:
    light, dark = tmp_path / "light.svg", tmp_path / "dark.svg"
    assert render(str(ROOT / POSITION), "-o", str(light)) == (0, "")
    assert render(str(ROOT / POSITION), "-o", str(dark), "--theme", "dark") == (0, "")
    assert light.read_text() != dark.read_text()


def test_a_file_that_cannot_be_written_is_the_callers_to_mend(tmp_path: Path) -> None:
    told = run("render", ROOT / POSITION, "-o", tmp_path / "nowhere" / "plan.svg")
    assert told.code == 2
    assert "cannot be written (No such file or directory)" in told.err


@pytest.mark.parametrize("count", [0, 1, 4, 7, 8, 12, 20])
def test_the_guests_of_a_tile_do_not_cover_each_other(count: int) -> None:
    size, places = seats(count)
    assert len(places) == count
    apart = [
        max(abs(x - other_x), abs(y - other_y))
        for index, (x, y) in enumerate(places)
        for other_x, other_y in places[:index]
    ]
    assert min(apart, default=size) >= size


AT_HAND = read_json("theme_park/positions/log-flume.json") | {
    "rules": {"game": "full", "round": 3},
    "maps": 2,
    "money": 7,
    "mascots": [{"skill": {"kind": "value-by-two", "colour": "blue"}}, {"skill": None}],
    "staff": ["ticket-agent", "guide"],
    "administrator": {"kind": "keep-pips", "colour": "green"},
}
"""A park with something of everything in hand."""


def planned(position: Position) -> list[OperateStep]:
    """Three moves, of which the first and the last operate the same tile; as told, though no rule would allow them."""
    first, second, _ = replay(
        position, load_moves(read_json("theme_park/positions/log-flume.moves.json"), position)
    ).steps
    return [first, second, first]


def test_the_caption_tells_the_total_and_all_that_is_at_hand_and_marks_stand_in_their_order() -> None:
    position = load_position(AT_HAND)
    steps = planned(position)
    root = ET.fromstring(picture(position, steps))
    words = [each.text or "" for each in root.iter(f"{SVG}text") if each.get("text-anchor") == "start"]
    stars, money = (sum(getattr(step, what) for step in steps) for what in ("stars", "money"))
    assert words[0] == f"Full game, round 3: {stars}★" + (f" ${money}" if money else "")
    at_hand = "2 maps · $7 · mascots: value by two blue, no card · staff: guide, ticket agent · administrator: keep pips green"
    assert " ".join(words[1:]).startswith(f"{at_hand} 1. ")
    (twice,) = (group for group in root.iter(f"{SVG}g") if group.get("class") == "steps" and len(group) == 4)
    marks = [(float(each.get("x", 0)), each.text) for each in twice.iter(f"{SVG}text")]
    assert [number for _, number in sorted(marks)] == ["1", "3"]


ADJUSTED = [
    {"do": "mascot", "mascot": 0, "tile": "ferris", "adjust": [{"guest": "g2", "as": "green"}]},
    {"do": "operate", "tile": "ferris", "party": ["g1", "g2"], "mover": "g1", "to": "pond"},
]


@pytest.mark.parametrize("letters", range(16, 41, 3))
def test_a_die_treated_as_another_colour_is_told_within_one_line_of_the_caption(tmp_path: Path, letters: int) -> None:
    wheel = {"name": "W" * letters, "colour": "grey", "stars": 1, "requirement": {"dice": [{}, {}]}}
    named = spoilt(("park/tiles/1/attraction", wheel), ("park/guests/0/at", "ferris"))
    position, moves = tmp_path / "position.json", tmp_path / "moves.json"
    position.write_text(json.dumps(named))
    moves.write_text(json.dumps(ADJUSTED))
    code, svg = render(str(position), str(moves))
    assert code == 0
    lines = [each.text or "" for each in ET.fromstring(svg).iter(f"{SVG}text")]
    assert any("4 (as green)" in line for line in lines)


@pytest.mark.parametrize(("round_", "last"), [(4, False), (5, True)])
def test_the_caption_says_which_round_is_the_last(tmp_path: Path, round_: int, last: bool) -> None:
    position = tmp_path / "position.json"
    position.write_text(json.dumps(spoilt(("rules", {"game": "full", "round": round_}))))
    assert ("(the last)" in render(str(position))[1]) is last


def test_the_total_of_the_caption_counts_cubes_that_were_placed_before_the_plan(tmp_path: Path) -> None:
    position, moves = tmp_path / "position.json", tmp_path / "moves.json"
    position.write_text(json.dumps(spoilt(("cubes", {"ferris": 1}))))
    moves.write_text(json.dumps(PLAYED))
    code, svg = render(str(position), str(moves))
    told = [each.text or "" for each in ET.fromstring(svg).iter(f"{SVG}text")]
    assert code == 0
    assert "Introductory game, round 4 (the last): 13★ $2" in told
    assert run("check", position, moves).out.startswith("Legal: 3 moves, 13 stars and $2.")
