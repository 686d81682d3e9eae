"""The catalogue of attractions says what the texts say, where they say it, and no more."""

import pytest

from models.theme_park.attraction import Upgrade
from models.theme_park.catalogue import NEEDED, amenities, attractions
from models.theme_park.guests import Colour
from tests.theme_park.examples import FIXTURES, read

PRINTED = ["park-entrance", "log-flume", "ferris-wheel", "helter-skelter", "duck-pond", "spooky-forest"]


def test_the_catalogue_holds_the_six_named_attractions_and_labelled_made_up_ones():
    assert [slug for slug, entry in attractions().items() if not entry.made_up] == PRINTED
    made_up = [entry for entry in attractions().values() if entry.made_up]
    assert all(entry.slug.startswith("made-up-") and entry.name.startswith("Made-up ") for entry in made_up)
    assert all(entry.attraction is not None for entry in made_up)
    assert len({entry.name for entry in attractions().values()}) == len(attractions())


def test_the_entrance_can_be_played_with_its_printed_upgrades():
    entry = attractions()["park-entrance"]
    assert entry.attraction is not None
    assert (entry.attraction.colour, entry.attraction.stars, entry.attraction.income) == (Colour.GREY, 1, 1)
    assert entry.printed_upgrades == {Upgrade.GENERATOR, Upgrade.MERCH_KIOSK}


def test_what_the_texts_do_not_print_is_marked_as_inferred():
    facts = attractions()["park-entrance"].facts
    assert {name for name, fact in facts.items() if fact.inferred} == {"colour", "stars", "merch-kiosk"}
    assert {name for name, fact in attractions()["helter-skelter"].facts.items() if fact.inferred} == {"colour"}


@pytest.mark.parametrize(
    ("slug", "missing"),
    [
        ("log-flume", ("colour", "stars")),
        ("ferris-wheel", ("colour", "stars")),
        ("helter-skelter", ("stars", "requirement")),
        ("duck-pond", NEEDED),
        ("spooky-forest", NEEDED),
    ],
)
def test_an_attraction_of_which_too_little_is_known_says_what_is_missing(slug, missing):
    entry = attractions()[slug]
    assert entry.attraction is None
    assert entry.missing == missing


def test_every_fact_says_where_it_stands():
    for entry in attractions().values():
        assert all(fact.source for fact in entry.facts.values())
        assert set(NEEDED) == set(entry.missing) | (set(NEEDED) & set(entry.facts))


def test_made_up_attractions_say_that_they_are():
    assert "Made up" in read(FIXTURES / "catalogue" / "made_up_attractions.json")["source"]
    assert "made up" in attractions()["made-up-carousel"].facts["stars"].source.casefold()


def test_eight_amenities_differ_and_none_is_named():
    assert amenities()["different"].value == 8
    assert amenities()["names"].value is None
