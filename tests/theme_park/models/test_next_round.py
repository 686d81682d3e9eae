"""What Upkeep leaves for the next round."""

from random import Random

import pytest

from api import load_position
from models.theme_park.cards import COLOURED_ADMINISTRATORS, Administrator, AdministratorKind, Skill, SkillKind, Staff
from models.theme_park.game.variant import Variant
from models.theme_park.guests import HIGHEST, LOWEST, Colour, GuestId
from models.theme_park.operate.end_of_phase import guests_left, pips_left
from models.theme_park.operate.moves import OperateMove
from models.theme_park.operate.next_round import next_round
from models.theme_park.operate.phase import legal_moves, play
from models.theme_park.operate.position import ROUNDS, Position, RuleSet
from models.theme_park.operate.state import start
from tests.theme_park.parks import random_position, with_full_game

PARK = {
    "version": 1,
    "rules": {"game": "full"},
    "park": {
        "tiles": [{"id": "entrance", "hex": [0, 0], "attraction": "park-entrance"},
                  {"id": "swings", "hex": [1, 0], "attraction": "made-up-swings"}],
        "guests": [{"id": "g1", "colour": "green", "value": 1, "at": "swings"},
                   {"id": "g2", "colour": "blue", "value": 1, "at": "swings"},
                   {"id": "g3", "colour": "green", "value": 4, "at": "swings"}],
    },
    "maps": 2, "money": 3, "cubes": {"entrance": 1},
}  # fmt: skip


def park(**fields: object) -> Position:
    return load_position(PARK | fields)


def followed(position: Position) -> Position:
    after = next_round(position, start(position))
    assert after is not None
    return after


def values(position: Position) -> dict[GuestId, int]:
    return {guest.id: guest.value for guest in position.guests}


def test_guests_of_value_1_leave_and_the_others_stay() -> None:
    assert values(followed(park())) == {"g3": 4}


def test_a_ticket_agent_puts_one_back_on_the_entrance_with_any_value() -> None:
    after = followed(park(staff=[Staff.TICKET_AGENT.value]))
    assert values(after) == {"g1": HIGHEST, "g3": 4}
    assert next(guest.at for guest in after.guests if guest.id == "g1") == after.entrance


@pytest.mark.parametrize(("choice", "vip"), [("keeps-token", True), ("loses-token", False)])
def test_a_vip_put_back_is_one_by_ruling(choice: str, vip: bool) -> None:
    rules = {"game": "full", "expansions": ["promo"], "rulings": {"vip.put-back": choice}}
    tiles, (first, *_) = PARK["park"]["tiles"], PARK["park"]["guests"]
    position = park(rules=rules, park={"tiles": tiles, "guests": [first | {"vip": True}]}, staff=["ticket-agent"])
    assert [guest.vip for guest in followed(position).guests] == [vip]


def test_the_administrator_puts_back_one_of_its_colour_beside_the_ticket_agents() -> None:
    card = {"kind": AdministratorKind.RETURN_DISCARDED.value, "colour": Colour.BLUE.value}
    position = park(administrator=card)
    assert position.administrator == Administrator(AdministratorKind.RETURN_DISCARDED, Colour.BLUE)
    assert values(followed(position)) == {"g2": HIGHEST, "g3": 4}
    both = park(administrator=card, staff=[Staff.TICKET_AGENT.value])
    assert values(followed(both)) == {"g1": HIGHEST, "g2": HIGHEST, "g3": 4}
    assert (guests_left(position, start(position)), pips_left(position, start(position))) == (2, HIGHEST + 4)
    assert (guests_left(both, start(both)), pips_left(both, start(both))) == (3, 2 * HIGHEST + 4)


@pytest.mark.parametrize("kind", sorted(COLOURED_ADMINISTRATORS - {AdministratorKind.RETURN_DISCARDED}))
def test_no_other_administrator_puts_a_guest_back(kind: AdministratorKind) -> None:
    position = park(administrator={"kind": kind.value, "colour": Colour.BLUE.value})
    assert values(followed(position)) == {"g3": 4}
    assert guests_left(position, start(position)) == 1


def test_cubes_come_back_money_is_taken_and_maps_are_ready() -> None:
    after = followed(park())
    assert (after.round, after.cubes, after.staff, after.maps) == (2, (), (), 2)
    assert after.money == 3 + 2  # the Entrance's merch kiosk


def test_what_was_used_is_ready_again() -> None:
    card = {"kind": "two-five", "colour": "blue"}
    after = followed(park(mascots=[{"skill": None}], used={"maps": 3, "mascots": [{"skill": card}]}))
    assert (after.maps, after.mascots) == (5, (None, Skill(SkillKind.TWO_FIVE, Colour.BLUE)))
    assert (after.used_maps, after.used_mascots) == (0, ())


def test_nothing_follows_the_last_round() -> None:
    assert next_round(park(rules={"game": "full", "last_round": True}), start(park())) is None
    assert next_round(park(rules={"game": "full", "round": ROUNDS}), start(park())) is None


def test_as_many_guests_and_pips_stay_as_the_objective_counts() -> None:
    rng = Random(7)
    for _ in range(60):
        position = with_full_game(rng, random_position(rng))
        state = start(position)
        for _ in range(4):
            operations = [move for move in legal_moves(position, state) if isinstance(move, OperateMove)]
            if not operations:
                break
            state = play(position, state, rng.choice(operations))
        after = next_round(position, state)
        if after is not None and position.entrance is not None:
            assert len(after.guests) == guests_left(position, state)
            assert sum(guest.value for guest in after.guests) == pips_left(position, state)
            assert all(guest.value > LOWEST for guest in after.guests)


@pytest.mark.parametrize(("game", "number"), [(RuleSet.INTRODUCTORY, 4), (RuleSet.FULL, 5)])
def test_the_last_round_of_the_game_is_marked_as_such(game: RuleSet, number: int) -> None:
    assert Variant(game.value).rounds == game.rounds == number
    for before in range(1, number):
        position = park(rules={"game": game.value, "round": before})
        after = next_round(position, start(position))
        assert after
        assert after.last_round is (before + 1 == number)
