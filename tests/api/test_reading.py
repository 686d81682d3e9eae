"""Text that is not a usable JSON document is refused with a reason, whatever it is."""

import io
import json
from pathlib import Path

import pytest

from api import BadInput, parse_document, read_document
from tests.api.documents import park, run

NOT_JSON = [
    (b"", "nothing"),
    (b"  \n ", "nothing"),
    (b'{"version": 1,\n "park": }', "line 2, column 10"),
    (b"{} {}", "Extra data"),
    (b'{"version": NaN}', "NaN"),
    (b"[-Infinity]", "-Infinity"),
    (b"\xff\xfe{\x00}\x00", "not UTF-8"),
    (b'"\xe9"', "offset 1"),
    (b"[" * 100_000, "nested too deeply"),
    (b'{"a":' * 100_000, "nested too deeply"),
]


@pytest.mark.parametrize(("data", "words"), NOT_JSON, ids=[row[1] for row in NOT_JSON])
def test_what_is_not_json_is_refused_with_status_400(data: bytes, words: str) -> None:
    with pytest.raises(BadInput) as bad:
        parse_document(data)
    assert bad.value.status == 400
    assert words in bad.value.faults[0].detail
    told = run("moves", "-", "--json", stdin=data)
    assert (told.code, told.json["status"]) == (2, 400)
    assert "Traceback" not in told.err


def test_a_field_given_twice_is_refused_wherever_it_is() -> None:
    with pytest.raises(BadInput) as bad:
        parse_document(b'{"maps": 1, "maps": 2, "staff": [{"a/b": 1, "a/b": 1}]}')
    assert [fault.pointer for fault in bad.value.faults] == ["/maps", "/staff/0/a~1b"]


def test_a_byte_order_mark_is_skipped() -> None:
    assert parse_document(b"\xef\xbb\xbf" + json.dumps(park()).encode()) == park()


def test_a_number_of_many_digits_is_refused_where_it_stands() -> None:
    told = run("moves", "-", "--json", stdin=b'{"version": ' + b"9" * 9000 + b', "park": -1e999}')
    assert {error["pointer"] for error in told.json["errors"]} == {"/version", "/park"}


@pytest.mark.parametrize("source", ["file", "-"])
def test_ten_megabytes_are_refused_without_being_read(tmp_path: Path, source: str) -> None:
    class Counting(io.BytesIO):
        asked = 0

        def read(self, size: int | None = -1, /) -> bytes:
            self.asked = size or 0
            return super().read(size)

    stream = Counting(b" " * 10_485_760)
    (tmp_path / "big.json").write_bytes(stream.getvalue())
    with pytest.raises(BadInput) as bad:
        read_document(str(tmp_path / "big.json") if source == "file" else "-", stream)
    assert bad.value.status == 413
    assert stream.asked <= 2**20 + 1


def test_a_big_file_is_bad_input_for_every_command(tmp_path: Path) -> None:
    big = tmp_path / "big.json"
    big.write_bytes(b"[" + b"1," * 5_000_000 + b"1]")
    told = run("solve", big, "--json")
    assert (told.code, told.json["status"], told.json["errors"][0]["pointer"]) == (2, 413, "")


@pytest.mark.parametrize("name", ["nowhere.json", ".", "a\0b", "x" * 5000])
def test_a_file_that_cannot_be_read_is_bad_input(tmp_path: Path, name: str) -> None:
    told = run("moves", f"{tmp_path}/{name}")
    assert (told.code, told.out) == (2, "")
    assert "cannot be read" in told.err


def test_lists_nested_within_the_limit_are_told_in_one_line() -> None:
    told = run("moves", "-", stdin=b"[" * 900 + b"]" * 900)
    assert told.code == 2
    assert "Found a list of 1" in told.err
