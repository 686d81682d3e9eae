"""Players read what was reviewed: the sentences of every worked example are those that are kept."""

import json

import pytest

from tests.theme_park.tools.messages import KEPT, examples, said

SENTENCES = json.loads(KEPT.read_text(encoding="utf-8"))
EXAMPLES = [pytest.param(name, position, moves, id=name) for name, position, moves in examples()]


@pytest.mark.parametrize(("name", "position", "moves"), EXAMPLES)
def test_the_sentences_of_an_example_are_those_kept(name: str, position: object, moves: object) -> None:
    assert said(position, moves) == SENTENCES[name], "python -m tests.theme_park.tools.messages writes them again"


def test_no_sentence_is_kept_of_an_example_that_is_gone() -> None:
    assert set(SENTENCES) == {name for name, _, _ in examples()}
