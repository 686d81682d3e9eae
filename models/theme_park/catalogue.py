"""What is known of printed attractions, fact by fact, and a set of made-up ones.

The texts name six attractions and tell little of them, so an entry may lack facts that a position
needs. Data: ``fixtures/theme_park/catalogue/attractions.json`` and ``made_up_attractions.json``.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from types import MappingProxyType
from typing import Any, NamedTuple

from models.shared.data import read_json
from models.theme_park.attraction import Attraction, Upgrade
from models.theme_park.guests import Colour
from models.theme_park.requirement import ANY_VALUE, NAMED_VALUES, Relation, Requirement, Slot

NEEDED = ("colour", "stars", "requirement")
"""Printed facts without which an attraction cannot be played."""


class Fact(NamedTuple):
    """One printed fact as plain data: where it stands, and whether it is only inferred from there."""

    value: Any
    source: str
    inferred: bool


@dataclass(frozen=True)
class CatalogueEntry:
    """An attraction of the catalogue; ``attraction`` is None while facts named in ``missing`` are unknown."""

    slug: str
    attraction: Attraction | None
    printed_upgrades: frozenset[Upgrade]
    missing: tuple[str, ...]
    made_up: bool
    facts: Mapping[str, Fact] = field(hash=False)

    @property
    def name(self) -> str:
        """The printed name, which every entry has."""
        return str(self.facts["name"].value)


@cache
def attractions() -> Mapping[str, CatalogueEntry]:
    """Every entry by slug, printed attractions first."""
    known = read_json("theme_park/catalogue/attractions.json")["attractions"]
    invented = read_json("theme_park/catalogue/made_up_attractions.json")
    entries = [
        *(_entry(row["slug"], {name: Fact(**fact) for name, fact in row["facts"].items()}) for row in known),
        *(_made_up(row, invented["source"]) for row in invented["attractions"]),
    ]
    return MappingProxyType({entry.slug: entry for entry in entries})


def entrance() -> CatalogueEntry:
    """The Park Entrance, of which every fact is known or assumed."""
    return attractions()["park-entrance"]


@cache
def amenities() -> Mapping[str, Fact]:
    """What is known of amenities: how many differ; their names are not in the texts."""
    rows = read_json("theme_park/catalogue/attractions.json")["amenities"]
    return MappingProxyType({name: Fact(**fact) for name, fact in rows.items()})


def read_requirement(document: Mapping[str, Any]) -> Requirement:
    """The requirement that a trusted data file writes as in the position document (models/theme_park/README.md, The position)."""
    return Requirement(tuple(_slot(die) for die in document["dice"]), Relation(document["relation"]))


def _slot(document: Mapping[str, Any]) -> Slot:
    values = document.get("values")
    colour = document.get("colour")
    return Slot(
        Colour(colour) if colour else None,
        ANY_VALUE if values is None else NAMED_VALUES[values] if isinstance(values, str) else frozenset(values),
        document.get("reroll", False),
        document.get("symbol"),
    )


def _made_up(row: Mapping[str, Any], source: str) -> CatalogueEntry:
    facts = {name: Fact(value, source, inferred=False) for name, value in row.items() if name != "slug"}
    return _entry(row["slug"], facts, made_up=True)


def _entry(slug: str, facts: Mapping[str, Fact], *, made_up: bool = False) -> CatalogueEntry:
    missing = tuple(name for name in NEEDED if name not in facts)
    return CatalogueEntry(
        slug=slug,
        attraction=None if missing else _attraction({name: fact.value for name, fact in facts.items()}),
        printed_upgrades=frozenset(upgrade for upgrade in Upgrade if upgrade in facts and facts[upgrade].value),
        missing=missing,
        made_up=made_up,
        facts=MappingProxyType(dict(facts)),
    )


def _attraction(values: Mapping[str, Any]) -> Attraction:
    return Attraction(
        name=values["name"],
        colour=Colour(values["colour"]),
        stars=values["stars"],
        requirement=read_requirement(values["requirement"]),
        income=values.get("income", 0),
        amenity=values.get("amenity"),
    )
