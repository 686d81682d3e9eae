"""Malformed bodies thrown at every endpoint that takes one: ``python -m tests.service.malformed 20000 [--seed N] [--keep]``.

Bodies come from a seed: bytes of a sound request cut, flipped, doubled or replaced; values anywhere in it replaced,
removed or added; JSON of other shapes. Those for searches also hold an unknown field, so that none of them searches.
"""

import json
import os
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from copy import deepcopy
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from flask.testing import FlaskClient

from api import dump_position, load_position
from api.app import close
from api.theme_park.schemas.box import PrintedSchema
from models.theme_park.game.box.box_catalogue import box_named
from tests.api.documents import MOVES, full, park
from tests.commands import reader
from tests.service.keeping import keep
from tests.service.serving import make_app

GAMES = Path(__file__).parents[2] / "fixtures" / "theme_park" / "games"
PRINTED = PrintedSchema.write(box_named("made-up-box", 2, frozenset()))
RIDE = dump_position(load_position(park()))["park"]["tiles"][1]["attraction"]
SEARCHING = ("/v1/operate/solve", "/v1/operate/review", "/v1/jobs")
STRANGE: list[Any] = [
    None, True, False, 0, -1, 1, 7, 2**31, -(2**63), 10**400, 0.5, 1e308, -0.0, "", " ", "entrance", "g1", "park-entrance",
    "\u0000", "\ud800", "\U0001d54a" * 50, "x" * 5000, "__proto__", "_schema", "../../etc/passwd", "' OR 1=1 --", "{0}", "%s", "{}",
    [], {}, [[]], [None] * 300, {"": None}, {"_schema": {}}, {"json": 1}, {"a": {"b": {"c": []}}}, [0, 0], [51, 0], "even",
    {"kind": "reroll", "colour": "grey"}, {"do": "mascot"}, "operate", {"guest": "g1", "by": 1, "as": "blue"},
]  # fmt: skip
RAW = [b"", b" ", b"{", b"[", b"]", b'"', b"nul", b"NaN", b"Infinity", b'{"a":NaN}', b"\xff\xfe", b"\xef\xbb\xbf{}", b"{}x",
       b"[" * 30_000, b'{"a":' * 9_000, b"9" * 60_000, b" " * 70_000, b'{"position":1,"position":2}', b"1e999999", b"\x00" * 100,
       b'"\\ud800"', b"--boundary\r\n"]  # fmt: skip
TYPES = ["application/json"] * 12 + [
    "application/json; charset=utf-16",
    "text/plain",
    "application/problem+json",
    "",
    "x",
]


class Request(NamedTuple):
    """One malformed request."""

    method: str
    path: str
    body: bytes
    media_type: str


def sound_bodies() -> dict[tuple[str, str], list[Any]]:
    """Requests that the endpoints take."""
    parks = [park(), full()]
    record = json.loads((GAMES / "introductory-2-random.json").read_text())
    moves = [{"position": each, "moves": MOVES} for each in parks]
    alone = [{"position": each} for each in parks]
    solves = [each | {"time_limit": 1, "alternatives": 1, "objective": "final", "seed": 1} for each in alone]
    return {
        ("POST", "/v1/operate/check"): moves,
        ("POST", "/v1/operate/standing"): moves,
        ("POST", "/v1/operate/moves"): alone,
        ("POST", "/v1/operate/review"): moves,
        ("POST", "/v1/operate/solve"): solves,
        ("POST", "/v1/jobs"): solves,
        ("POST", "/v1/games/check"): [{"record": record}],
        ("POST", "/v1/parks"): alone,
        ("PUT", "/v1/parks/nothing"): alone,
        ("POST", "/v1/shares"): alone,
        ("POST", "/v1/tiles"): [{"slug": "ride", "attraction": RIDE}],
        ("PUT", "/v1/tiles/ride"): [RIDE],
        ("POST", "/v1/boxes"): [{"slug": "box", "printed": PRINTED}],
        ("PUT", "/v1/boxes/box"): [PRINTED],
        ("POST", "/v1/shorthand/tiles"): [{"text": "Wheel b5 o+e $2: g3\nCarousel", "names": ["Carousel"]}],
        ("POST", "/v1/shorthand/guests"): [{"text": "g3 b4"}],
        ("POST", "/v1/tiles/import"): [{"version": 1, "tiles": [{"slug": "ride", "attraction": RIDE}]}],
    }


def malformed(seed: int) -> Iterator[Request]:
    """Endless requests, the same for the same seed."""
    random, sound = Random(seed), sound_bodies()
    spoilers: list[Callable[[Random, Any], bytes]] = [_other_value, _other_value, _other_value, _bytes_changed, _raw]
    while True:
        method, path = random.choice(list(sound))
        body = json.loads(json.dumps(random.choice(sound[method, path])))
        if path in SEARCHING:
            body["strange"] = 1
        yield Request(method, path, random.choice(spoilers)(random, body), random.choice(TYPES))


def _raw(random: Random, _body: Any) -> bytes:
    return random.choice(RAW) if random.random() < 0.7 else json.dumps(random.choice(STRANGE)).encode()


def _other_value(random: Random, body: Any) -> bytes:
    """One to three values removed, replaced or added anywhere."""
    for _ in range(random.randint(1, 3)):
        places = list(_places(body))
        if not places:
            break
        holder, key = random.choice(places)
        match random.randrange(4):
            case 0:
                del holder[key]
            case 1 if isinstance(holder, dict):
                holder[random.choice(["", "x", "_schema", "position", "do", "a/b~c"])] = deepcopy(
                    random.choice(STRANGE)
                )
            case 1:
                holder.insert(key, deepcopy(random.choice(STRANGE)))
            case _:
                holder[key] = deepcopy(random.choice(STRANGE))
    return json.dumps(body).encode()


def _places(value: Any) -> Iterator[tuple[Any, Any]]:
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, each in list(inside):
        yield value, key
        yield from _places(each)


def _bytes_changed(random: Random, body: Any) -> bytes:
    data = bytearray(json.dumps(body).encode())
    for _ in range(random.randint(1, 4)):
        at = random.randrange(len(data) or 1)
        match random.randrange(4):
            case 0:
                del data[at:]
            case 1:
                data[at:at] = bytes([random.randrange(256)])
            case 2:
                del data[at : at + random.randint(1, 9)]
            case _:
                data[at:at] = data[: random.randint(1, 4000)]
    return bytes(data)


class Wrong(AssertionError):
    """An answer that must not be."""


def judge(client: FlaskClient, request: Request) -> int:
    """The status of the answer; raises Wrong when it is 5xx, or an error that is no problem document."""
    answer = client.open(request.path, method=request.method, data=request.body, content_type=request.media_type)
    status = answer.status_code
    if status >= 500:
        raise Wrong(f"{status} for {request}: {answer.text}")
    if status >= 400:
        told = answer.json or {}
        if answer.mimetype != "application/problem+json" or told.get("status") != status or "errors" not in told:
            raise Wrong(f"no problem document for {request}: {answer.text}")
        if status == 422 and not (told["errors"] and all(error["detail"] for error in told["errors"])):
            raise Wrong(f"no fault told for {request}")
    return status


def campaign(number: int, seed: int, folder: Path) -> Counter[int]:
    """Answers by status; raises Wrong."""
    app = make_app(folder)
    client, statuses = app.test_client(), Counter[int]()
    for _, request in zip(range(number), malformed(seed), strict=False):
        statuses[judge(client, request)] += 1
    close(app)
    return statuses


def main() -> None:
    """The command."""
    parser = reader("tests.service.malformed", __doc__)
    parser.add_argument("number", type=int)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", action="store_true", help="keep the figures, also in tests/service/README.md")
    asked = parser.parse_args()
    began, load = time.monotonic(), os.getloadavg()[0]
    with tempfile.TemporaryDirectory() as folder:
        try:
            statuses = campaign(asked.number, asked.seed, Path(folder))
        except Wrong as wrong:
            sys.exit(f"Wrong: {wrong}")
    rows = ", ".join(f"{count} x {status}" for status, count in sorted(statuses.items()))
    told = f"{asked.number} malformed bodies in {time.monotonic() - began:.0f} s, seed {asked.seed}: {rows}; none 5xx"
    print(told)
    if asked.keep:
        keep(f"malformed {asked.number}", told, load)


if __name__ == "__main__":
    main()
