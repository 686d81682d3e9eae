"""The rulebook's worked examples, replayed, and nearby mistakes, refused by the right rule."""

import pytest

from tests.theme_park.examples import FIXTURES, guests_after, play, read, refusal

FILES = sorted((FIXTURES / "rulebook").glob("*.json"))
MISTAKES = [
    pytest.param(read(path)["position"], mistake, id=f"{path.stem}-{number}-{mistake['rule']}")
    for path in FILES
    for number, mistake in enumerate(read(path)["wrong"])
]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_example_is_legal_and_ends_as_the_rulebook_says(path):
    example = read(path)
    park, verdict = play(example["position"], example["moves"])
    reached = verdict.reached
    found = {
        "stars": verdict.stars,
        "money": verdict.money,
        "guests": guests_after(park, verdict),
        "cubes": {tile.id: number for tile, number in zip(park.tiles, reached.cubes, strict=True) if number},
        "maps": reached.maps,
        "mascots": list(reached.mascots),
    }
    assert verdict.legal, verdict.violation
    assert {name: found[name] for name in example["expect"]} == example["expect"]
    assert {"stars", "money", "guests", "cubes"} <= set(example["expect"])
    assert example["source"]
    assert "made up" in example["note"]


@pytest.mark.parametrize(("position", "mistake"), MISTAKES)
def test_a_mistake_is_refused_by_its_rule_at_its_step(position, mistake):
    _, verdict = play(position, mistake["moves"])
    assert refusal(verdict) == (mistake["rule"], mistake["step"]), f"{mistake['why']}: {verdict.violation}"
    assert len(verdict.steps) == mistake["step"]
