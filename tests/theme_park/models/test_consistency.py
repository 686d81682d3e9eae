"""Positions that cannot be are told as values, too, and as the documents that say them are."""

from collections import Counter
from typing import Any

import pytest

from api import BadInput, load_position
from api.schemas.loading import load
from api.theme_park.schemas.position import PositionSchema
from models.theme_park.operate.consistency.inconsistency import Inconsistent, InconsistentPosition
from models.theme_park.operate.consistency.parks import inconsistencies, require_consistent
from models.theme_park.operate.notation import parse_position
from solver.theme_park.operate.advisor import advise
from solver.theme_park.operate.settings import Settings
from tests.api.documents import full, park, spoilt
from tests.api.test_card_faults import WRONG as WRONG_CARDS
from tests.api.wrong_positions import WRONG

TWO_ENTRANCES = parse_position(
    "p1~t.entrance.0.0.Park__Entrance.x1.a.i1.ukg~t.other.1.0.Park__Entrance.x1.a.i1.ukg~gb5.g1.nowhere"
)
ONLY_IN_DOCUMENTS = frozenset({Inconsistent.UPGRADE_TWICE})
"""What a value cannot say: its upgrades are a set."""
DOCUMENTS = [*(full(*changes) for changes, *_ in WRONG_CARDS), *(spoilt((path, value)) for path, value, *_ in WRONG)]


def test_each_inconsistency_is_told_at_its_place() -> None:
    assert {(found.place, found.code) for found in inconsistencies(TWO_ENTRANCES)} == {
        (("tiles", 1, "attraction"), Inconsistent.ENTRANCE_TWICE),
        (("guests", 0, "at"), Inconsistent.TILE_UNKNOWN),
    }
    for right in (park(), full()):
        assert inconsistencies(load_position(right)) == ()


def test_an_inconsistent_position_is_refused_with_all_that_is_wrong() -> None:
    for refuse in (require_consistent, lambda position: advise(position, Settings())):
        with pytest.raises(InconsistentPosition) as refused:
            refuse(TWO_ENTRANCES)
        assert refused.value.found == inconsistencies(TWO_ENTRANCES)
        assert "guests.0.at" in str(refused.value)


def test_values_are_judged_as_documents_are() -> None:
    judged = 0
    for document in DOCUMENTS:
        position, wrong = load(PositionSchema(), document, "")
        if wrong:
            continue
        with pytest.raises(BadInput) as refused:
            load_position(document)
        told: Counter[Any] = Counter(fault.code for fault in refused.value.faults)
        assert Counter(found.code for found in inconsistencies(position)) + Counter() == Counter(
            {code: times for code, times in told.items() if code not in ONLY_IN_DOCUMENTS}
        )
        judged += 1
    assert judged > 40
