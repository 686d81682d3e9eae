"""Documents of the Bid phase: what is refused of them, and where."""

import pytest

from tests.dice_manor.test_faces import BID, changed, client, post

__all__ = ["client"]


@pytest.mark.parametrize(
    ("path", "value", "pointer"),
    [
        ("active", "red", "/active"),
        ("blueprints", {"7": []}, "/blueprints/7"),
        ("blueprints", {"3": [{"player": "red", "dice": 1}]}, "/blueprints/3/0/player"),
        ("advertising.0.number", 0, "/advertising/0/number"),
        ("manors", {}, "/manors"),
        ("manor", BID["manors"]["teal"], "/manor"),
        ("players.1.id", "teal", "/players/1/id"),
        ("players.0.dice", 9, "/players/0/dice"),
    ],
)
def test_a_fault_of_the_bid_phase_is_told_where_it_is(client, path, value, pointer):
    reply = post(client, "/v1/check", {"position": changed(BID, path, value), "moves": []})
    assert "/position" + pointer in [error["pointer"] for error in reply.json["errors"]]


@pytest.mark.parametrize(
    ("manor", "dice", "pointer"),
    [(None, 4, "/position/manors"), (BID["manors"]["teal"], 7, "/position/players/0/dice")],
)
def test_a_manor_told_alone_is_the_active_players_and_its_dice_count(client, manor, dice, pointer):
    """None was an error of the program, and the dice in it were not counted."""
    inside = manor and manor | {"dice": [{"room": "entrance", "slot": 0, "value": 3}]}
    position = {name: value for name, value in BID.items() if name != "manors"} | {"manor": inside, "rolled": None}
    teal, orange = position["players"]
    told = position | {"players": [teal | {"dice": dice + 1}, orange]}
    reply = post(client, "/v1/check", {"position": told, "moves": []})
    assert [error["pointer"] for error in reply.json["errors"]] == [pointer]
    fewer = position | {"players": [teal | {"dice": dice}, orange], "manor": BID["manors"]["teal"]}
    assert post(client, "/v1/check", {"position": fewer, "moves": []}).status_code == 200
