"""``park-advisor game``: exit codes, one JSON document, the score sheet, both forms of a record."""

import json
from dataclasses import replace

import pytest

from api import check_game_document, dump_record, load_record
from tests.api.documents import run
from tests.theme_park.examples import FIXTURES

GAMES = FIXTURES / "games"
WHOLE = GAMES / "full-4-promo-sensible.json"


def document(path=WHOLE):
    return json.loads(path.read_text(encoding="utf-8"))


def with_event(record, number, **fields):
    """The record with fields of one event changed."""
    events = [{**event, **fields} if at == number else event for at, event in enumerate(record["events"])]
    return {**record, "events": events}


def number_of(record, do, time=0):
    """The number of an event of a kind."""
    return [at for at, event in enumerate(record["events"]) if event["do"] == do][time]


@pytest.mark.parametrize(
    "path", sorted(each for each in GAMES.iterdir() if each.suffix != ".md"), ids=lambda path: path.name
)
def test_a_legal_record_exits_0_with_the_sheet_of_every_player(path):
    told = run("game", path, "--json")
    assert (told.code, told.err) == (0, "")
    answer = told.json
    assert (answer["legal"], answer["violation"]) == (True, None)
    players = [row["player"] for row in answer["sheet"]]
    assert players == [row["player"] for row in answer["standings"]] == answer["rules"]["players"]
    assert all(row["rounds"][-1]["total"] == standing["stars"] for row, standing in both(answer))
    assert all(row["rounds"][-1]["money"] == standing["money"] for row, standing in both(answer))


def both(answer):
    return zip(answer["sheet"], answer["standings"], strict=True)


def test_the_rows_of_the_sheet_add_up():
    answer = run("game", WHOLE, "--json").json
    for player in answer["sheet"]:
        money, total = 6, 0
        for number, row in enumerate(player["rounds"], 1):
            money += row["income"] + row["earned"] - sum(row["spent"].values())
            total += sum(row["stars"].values())
            assert (row["round"], row["money"], row["total"]) == (number, money, total)
            assert row["round_stars"] == sum(row["stars"].values())
    assert len(answer["winners"]) == 1


def test_an_illegal_record_exits_1_with_round_phase_player_event_rule_and_source_and_the_sheet_so_far():
    record = document()
    number = number_of(record, "build", 3)
    build = record["events"][number]
    told = run("game", "-", "--json", stdin=with_event(record, number, paid=build["paid"] + 1))
    assert told.code == 1
    violation = told.json["violation"]
    assert violation["message"].startswith(f"{build['by']} paid ${build['paid'] + 1} for the attraction")
    assert (violation["step"], violation["rule"]) == (number, "game.money.price")
    assert (violation["phase"], violation["player"], violation["move"]) == ("expand", build["by"], None)
    assert violation["source"].startswith("Rulebook, Build Attraction")
    assert violation["page"] == "9"
    assert violation["round"] == told.json["round"] == told.json["sheet"][0]["rounds"][-1]["round"]
    assert told.json["events"] == number


def test_an_illegal_move_of_an_operate_phase_names_the_move_and_the_rule_of_that_phase():
    record = document()
    number = number_of(record, "operate")
    moves = [*record["events"][number]["moves"], {"do": "operate", "tile": "entrance", "party": []}]
    moves[-1] |= {"mover": None, "to": None}
    violation = run("game", "-", "--json", stdin=with_event(record, number, moves=moves)).json["violation"]
    assert (violation["step"], violation["move"], violation["phase"]) == (number, len(moves) - 1, "operate")
    assert violation["rule"].startswith("operate.")


def test_text_for_people_tells_the_verdict_first_and_then_a_table_for_each_player():
    told = run("game", WHOLE)
    assert told.code == 0
    lines = told.out.splitlines()
    assert lines[0].startswith("Full game of 4 players with promo, edition rulebook: legal to the end")
    for player in document()["game"]["players"]:
        assert lines[lines.index(player) + 1].split()[:3] == ["round", "sum", "place"]
    assert lines[-1].startswith("Winner")


@pytest.mark.parametrize("width", [60, 80, 100])
def test_sheets_fit_the_terminal_and_leave_out_no_column(width, monkeypatch):
    monkeypatch.setenv("COLUMNS", str(width))
    lines = run("game", GAMES / "full-4-all-random.json").out.splitlines()
    assert max(map(len, lines)) <= width
    rounds = [line.split() for line in lines[lines.index("ann") + 1 : lines.index("bob") - 1]]
    heads = {head for line in rounds if line[0] == "round" for head in line}
    assert {"income", "spent", "statues", "objective", "stars", "total", "left"} <= heads


def test_text_for_people_tells_the_violation_with_its_place():
    record = document()
    number = number_of(record, "announce", 1)
    order = record["events"][number]["order"]
    told = run("game", "-", stdin=with_event(record, number, order=order[::-1]))
    assert told.code == 1
    text = " ".join(told.out.split())
    assert f"illegal after {number} events." in text
    assert f"Round 2, plan, event {number + 1}: The order announced is" in text
    assert "Rule game.plan.turn-order (Rulebook, Turn Order, page 7-8)." in text


def test_a_violation_of_a_text_names_its_line():
    record = document()
    number = number_of(record, "announce", 1)
    wrong = with_event(record, number, order=record["events"][number]["order"][::-1])
    text = run("game", "-", "--as", "text", stdin=wrong).out
    line = [at for at, line in enumerate(text.splitlines(), 1) if line.startswith("announce")][1]
    assert run("game", "-", "--json", stdin=text.encode()).json["violation"]["line"] == line
    assert f"event {number + 1} (line {line}): The order" in " ".join(run("game", "-", stdin=text.encode()).out.split())
    assert run("game", "-", "--json", stdin=wrong).json["violation"]["line"] is None


@pytest.mark.parametrize("before", ["\n\n \n", "# Saturday's game\n\n", "\n# of three\x0cpages\u2028and \x85 more\n"])
def test_lines_of_a_text_count_as_in_an_editor_whatever_stands_before_the_first(before):
    """Empty lines before the first were not counted, and a heading there was no text to the command line."""
    text = before + run("game", WHOLE, "--as", "text").out.replace("announce order=", "announce money=", 2)
    wrong = [at for at, line in enumerate(text.split("\n"), 1) if line.startswith("announce money=")]
    told = run("game", "-", stdin=text.encode())
    assert told.code == 2
    assert [f"Line {line}:" in told.err for line in wrong] == [True, True]
    assert told.err.count("Line ") == 2


def test_a_concierge_who_raises_nobody_does_so_in_the_text_too():
    """It was read back as no Concierge, so that an illegal record became a legal one."""
    record = document()
    wrong = with_event(record, number_of(record, "welcome"), concierge=[[]])
    text = run("game", "-", "--as", "text", stdin=wrong).out
    assert run("game", "-", "--as", "json", stdin=text.encode()).json == wrong
    assert [run("game", "-", stdin=each).code for each in (wrong, text.encode())] == [1, 1]


def test_both_forms_are_read_and_printed():
    text = run("game", WHOLE, "--as", "text")
    assert text.code == 0
    back = run("game", "-", "--as", "json", stdin=text.out.encode())
    assert back.json == document()
    assert run("game", "-", "--json", stdin=text.out.encode()).json == check_game_document(document())
    with_mark = b"\xef\xbb\xbf" + text.out.encode()
    assert run("game", "-", "--json", stdin=with_mark).code == 0


def test_a_text_is_refused_where_one_json_document_is_promised():
    """The text was printed all the same."""
    told = run("game", WHOLE, "--as", "text", "--json")
    assert (told.code, told.json["status"]) == (2, 422)
    assert run("game", WHOLE, "--as", "json", "--json").json == document()


@pytest.mark.parametrize("given", [b"", b"{", b"\xff", b"[1, 2", b"nonsense", b"NaN", b"[" * 100_000])
def test_what_is_no_document_exits_2_with_a_problem_document(given):
    told = run("game", "-", "--json", stdin=given)
    assert told.code == 2
    assert told.json["status"] == 400
    assert told.json["errors"][0]["detail"]
    assert "Traceback" not in told.err


def test_a_file_that_is_not_there_exits_2():
    told = run("game", "no-such-file.json")
    assert (told.code, told.out) == (2, "")
    assert "no-such-file.json" in told.err


def without_staff_money():
    """A whole game whose box was entered without the money on the staff cards: a head that cannot be played."""
    record = load_record(document(GAMES / "introductory-2-random.json"))
    box = replace(record.table.box, name=None, staff_money={})
    return dump_record(replace(record, table=replace(record.table, box=box)))


def test_of_a_record_whose_head_is_illegal_parks_are_as_at_the_start_and_there_are_no_moves():
    record = without_staff_money()
    answer = run("game", "-", "--json", stdin=record)
    assert (answer.code, answer.json["violation"]["rule"]) == (1, "game.setup.box")
    park = run("game", "-", "--park", "ann", stdin=record)
    assert (park.code, park.json) == (0, answer.json["parks"]["ann"])
    for words, told in (
        (("--park", "ann", "--round", "1"), "The record, as far as it is legal, has no round."),
        (("--park", "ann", "--at", "1"), "accepted: 0 to 0"),
        (("--moves", "ann"), "no round has such moves"),
    ):
        said = run("game", "-", *words, stdin=record)
        assert (said.code, told in " ".join(said.err.split())) == (2, True)


def test_a_record_whose_head_is_illegal_has_no_phases_to_review():
    told = run("review", "-", "--json", stdin=without_staff_money())
    assert (told.code, told.json["legal"], told.json["phases"]) == (1, False, [])
    assert told.json["violation"] == "The money printed on the staff card ticket-agent is not entered."


def test_too_large_a_text_record_exits_2():
    told = run("game", "-", "--json", stdin=b"park-advisor game 1\n" + b"#" * (1 << 20))
    assert told.code == 2
    assert "at most 1 MiB" in told.err
