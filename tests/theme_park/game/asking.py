"""Events asked for at moments of a game, and the moments: what tests of refusals are told in."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from models.shared.hexgrid import Hex
from models.theme_park.cards import Administrator, AdministratorKind, Skill, SkillKind, Staff
from models.theme_park.game import events as done
from models.theme_park.game.box.printed_facts import Measure, Quantity
from models.theme_park.game.frozen import changed
from models.theme_park.game.ids import GoalId, PlayerId
from models.theme_park.game.rules import GameRule
from models.theme_park.game.set_up.setting_up import begin
from models.theme_park.game.state import Game
from models.theme_park.game.variant import Step, Variant
from models.theme_park.guests import Colour, GuestId, TileId
from models.theme_park.rulings import Choice, Ruling, Rulings
from tests.theme_park.game.games import table_of
from tests.theme_park.game.moments import (
    FULL,
    INTRODUCTORY,
    SOLO,
    at,
    expanding,
    first,
    guest,
    tiles,
    with_first,
)

PLAIN = Rulings()
SET_UP = begin(table_of(Variant.FULL, 2, frozenset(), PLAIN))
INTRODUCTORY_SET_UP = begin(table_of(Variant.INTRODUCTORY, 2, frozenset(), PLAIN))
SOLO_SET_UP = begin(table_of(Variant.SOLO, 1, frozenset(), PLAIN))
ANN = PlayerId("ann")

Ask = Callable[[Game], Any]


def asked(game: Callable[[], Game], event: Ask, rule: GameRule, words: str) -> Any:
    """A case: the moment, the event asked for then, and the rule and words by which it is refused."""
    return pytest.param(game, event, rule, words, id=words)


def by_first(kind: type, *facts: Any, **others: Any) -> Ask:
    """Asks for an event of the first player."""
    return lambda game: kind(first(game).id, *facts, **others)


def put_back(*guests: done.PutBack) -> Ask:
    """Asks to put guests back."""
    return by_first(done.PutGuestsBack, guests)


def dealt(*cards: Administrator) -> Ask:
    """Asks for the first of the administrators dealt."""
    return lambda game: done.ChooseAdministrator(game.players[0].id, cards, cards[0])


def skills(*cards: Skill) -> Ask:
    """Asks for the first of the skill cards dealt."""
    return lambda game: done.ChooseSkill(game.players[0].id, cards, cards[0])


def attractions(*names: str, place: int = 1) -> Ask:
    """Asks for the first of the attractions dealt."""
    ids = tuple(TileId(name) for name in names)
    return lambda game: done.ChooseAttraction(game.players[0].id, ids, ids[0], Hex(place, 0))


def dealing(step: Step, game: Game = SET_UP) -> Game:
    """A game in which cards are dealt in ``step``."""
    return changed(game, step=step)


def goals(*placed: tuple[int, str]) -> done.PlaceGoals:
    """The goals of a solo game, by round."""
    return done.PlaceGoals(tuple((number, GoalId(name)) for number, name in placed))


def with_box(**printed: Any) -> Game:
    """A full game for two whose box has other printed facts."""
    return changed(SET_UP, table=replace(SET_UP.table, box=replace(SET_UP.table.box, **printed)))


def with_skills(*cards: Skill) -> Game:
    """A full game for two whose box has these skill cards."""
    return with_box(skills=cards)


def welcome(*uses: tuple[done.Boost, ...], vips: tuple[int, ...] = ()) -> Ask:
    """Asks to welcome a monorail, with dice raised and VIPs."""
    return lambda game: done.Welcome(first(game).id, game.monorails[0].id, uses, vips)


def chaperoned(vips: int = 0) -> Game:
    """The first player welcomes with a Chaperone; so many VIPs are in the park."""
    guests = tuple(guest(number, 5, vip=True) for number in range(1, vips + 1))
    return with_first(at(FULL, done.Welcome), played=(Staff.CHAPERONE, Staff.GUIDE), guests=guests)


def with_extra_guest() -> Game:
    """The first player may welcome an extra guest."""
    game = changed(at(FULL, done.Welcome), step=Step.EXTRA_GUEST)
    return with_first(game, administrator=Administrator(AdministratorKind.WELCOME_EXTRA_GUEST))


def extra_guest(place: int) -> Ask:
    """Asks for the extra guest at a place of the monorail."""
    return lambda game: done.ExtraGuest(first(game).id, game.monorails[0].id, place)


def matching(number: int) -> Game:
    """The first player may build a04 beside so many tiles of its amenity; a19 lies in the discard pile."""
    game = changed(expanding(guests=(guest(1, 3),)), discard_pile=(TileId("a19"),))
    alike = game.table.box.tiles[TileId("a04")].attraction.amenity
    park = first(game).tiles[:1] + tuple(
        replace(each, attraction=replace(each.attraction, amenity=alike))
        for each in tiles(game, "a05", "a16", "a08")["tiles"][1 : number + 1]
    )
    return with_first(game, tiles=park)


def ruled(game: Game, ruling: Ruling, choice: Choice) -> Game:
    """A game played by another choice of a ruling."""
    return changed(game, table=replace(game.table, rulings=Rulings.of({ruling: choice})))


def scoring() -> Game:
    """Round 3 of a game whose objectives are counted by hand, before its objective is scored."""
    game = by_hand(at(INTRODUCTORY, done.Plan, 3))
    return changed(game, step=Step.OBJECTIVE)


def scored_goal() -> Game:
    """A solo game in which the goal of round 2 was just scored."""
    game = at(SOLO, done.Plan, 2)
    goal = next(goal for number, goal in game.goals if number == 2)
    return changed(game, step=Step.GOAL, goals_scored=((goal, True),))


def over(*, playing: bool = False) -> Game:
    """An introductory game whose winner is known, or, while playing, in its plan phase."""
    game = at(INTRODUCTORY, done.Plan, 4)
    return game if playing else changed(game, step=Step.END, winners=(ANN,))


G1 = GuestId("g1")


def by_hand(game: Game) -> Game:
    """The game with its objectives counted by hand."""
    box = game.table.box
    objectives = {name: replace(each, measure=Measure(Quantity.BY_HAND)) for name, each in box.objectives.items()}
    return changed(game, table=replace(game.table, box=replace(box, objectives=objectives)))


REROLL, MOVE_UPGRADE, ATTRACTIONS = (
    Administrator(kind)
    for kind in (AdministratorKind.REROLL, AdministratorKind.MOVE_UPGRADE, AdministratorKind.ATTRACTIONS)
)
RETURNER = Administrator(AdministratorKind.RETURN_DISCARDED, Colour.BLUE)
IN, OUT, ROLL = Skill(SkillKind.MOVE_IN), Skill(SkillKind.MOVE_OUT), Skill(SkillKind.REROLL, Colour.BLUE)
