"""A sample of the malformed bodies; the command ``python -m tests.service.malformed`` throws more."""

from itertools import islice
from pathlib import Path

import pytest

from tests.service.malformed import Request, Wrong, campaign, judge, malformed, sound_bodies


def test_no_malformed_body_is_answered_5xx(tmp_path: Path) -> None:
    statuses = campaign(400, 7, tmp_path)
    assert statuses.total() == 400
    assert statuses[422] > 133
    assert {400, 415, 413} & set(statuses)


def test_malformed_bodies_reach_every_endpoint_and_repeat_by_seed() -> None:
    some = list(islice(malformed(3), 500))
    assert {(request.method, request.path) for request in some} == set(sound_bodies())
    assert some == list(islice(malformed(3), 500))


def test_a_5xx_is_noticed(app, client, monkeypatch: pytest.MonkeyPatch) -> None:  # type: ignore[no-untyped-def]
    def broken(*_: object) -> None:
        raise RuntimeError

    monkeypatch.setattr("api.theme_park.routes.operate.judge", broken)
    body = b'{"position": {"version": 1, "park": {"tiles": [{"id": "e", "hex": [0, 0], "attraction": "park-entrance"}]}}, "moves": []}'
    with pytest.raises(Wrong):
        judge(client, Request("POST", "/v1/operate/check", body, "application/json"))
