"""What is kept of mutants: explanations are of lines that are there, and judgements of modules add up."""

from tests.mutation.keeping import Row, explained, merged, still_there, told
from tests.mutation.mutants import MODULES, Mutant

OLD = Row(5, 1, {"killed": 3, "endless": 1, "survived": 1}, ["a: x -> y"])._asdict()


def test_every_explanation_is_of_a_line_that_is_there() -> None:
    there = {
        Mutant(module, "", number, line.strip(), "", "").key
        for module in MODULES
        for number, line in enumerate(module.read_text(encoding="utf-8").splitlines(), start=1)
        if line.strip()
    }
    for key, why in explained().items():
        assert any(key.startswith(line) and key != line for line in there), key
        assert why.endswith(".")


def test_a_module_judged_anew_replaces_what_was_kept_of_it() -> None:
    row = Row(6, 2, {"killed": 6, "endless": 0, "survived": 0}, [])
    assert merged(OLD, row, again=False) == row._asdict()


def test_judging_the_survivors_again_keeps_those_that_were_noticed() -> None:
    after = merged(OLD, Row(5, 1, {"killed": 1, "endless": 0, "survived": 0}, []), again=True)
    assert after["fates"] == {"killed": 4, "endless": 1, "survived": 0}
    assert after["survivors"] == []


def test_the_figures_tell_how_many_of_all_mutants_were_judged() -> None:
    less = OLD | {"fates": {"killed": 2, "endless": 1, "survived": 1}}
    sentence = told({"functions": {"a": OLD, "b": OLD}, "modules": {"a": less}}, {})
    assert sentence.startswith("14 of 15 mutants of the rules were judged: 8 killed, 3 ran without end, 3 survived")


def test_the_figures_tell_how_many_were_judged_on_a_text_that_may_have_changed() -> None:
    kept = {"functions": {"a": OLD | {"text": "1"}, "b": OLD | {"text": "2"}, "c": OLD}}
    assert "; 10 of all were judged on a text of their modules that may have changed since" in told(
        kept, {"a": "1", "b": "3", "c": "4"}
    )
    assert "may have changed" not in told({"functions": {"a": OLD | {"text": "1"}}}, {"a": "1"})


def test_a_module_that_is_gone_has_no_figures() -> None:
    rows = still_there({"models.dice_manor.tours": OLD, "models.dice_manor.bids": OLD, "models.gone": OLD})
    assert list(rows) == ["models.dice_manor.bids", "models.dice_manor.tours"]
