"""What a violation of a game cites: the sentence that decides, with its page, as it is for the Operate phase."""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from api import load_record
from models.theme_park.cards import Administrator, AdministratorKind, Skill, SkillKind, Staff
from models.theme_park.game import events as done
from models.theme_park.game.frozen import changed
from models.theme_park.game.judging import judge, reach
from models.theme_park.game.rules import GameBroken, GameRule, game_catalogue
from models.theme_park.game.set_up.setting_up import begin
from models.theme_park.game.state import Game
from models.theme_park.game.validate import check_game
from models.theme_park.guests import Colour
from tests.theme_park.examples import FIXTURES, read
from tests.theme_park.game.moments import played
from tests.theme_park.game.test_refusals import PLAYING, SETTING_UP

Citation = tuple[str, str, str | None]
DISCOUNTS = (AdministratorKind.CHEAPER_MASCOTS, AdministratorKind.CHEAPER_MAPS)


def cited(broken: GameBroken) -> Citation:
    """The rule with what is cited."""
    entry = game_catalogue()[GameRule(broken.rule)]
    return broken.rule, broken.source or entry.source, broken.page if broken.source else entry.page


def dearer(game: Game, event: Any) -> Iterator[tuple[Game, Any]]:
    """Something bought for a wrong price, with and without cards that make it cheaper, and without the money."""
    plain = game.change(event.by, administrator=None, played=())
    for player in (
        {"administrator": None, "played": ()},
        *({"administrator": Administrator(kind), "played": ()} for kind in DISCOUNTS),
        *({"administrator": None, "played": (card,)} for card in (Staff.MASCOT, Staff.BUILDER)),
    ):
        yield game.change(event.by, **player), replace(event, paid=99)
    yield plain.change(event.by, money=-99), replace(event, paid=None)


def wrong(game: Game, event: Any) -> Iterator[tuple[Game, Any]]:
    """The moment of an event with ways to do it wrong."""
    match event:
        case done.FillMonorails():
            first, *others = event.dice
            yield game, replace(event, dice=(first[:-1], *others))
            yield game, replace(event, dice=((first[0]._replace(value=first[0].value % 6 + 1), *first[1:]), *others))
            yield changed(game, bag=game.bag._replace(blue=-99, green=400)), event
        case done.Display():
            yield game, replace(event, attractions=event.attractions[:-1])
            yield game, replace(event, attractions=(event.attractions[0],) * len(event.attractions))
            yield game, replace(event, skills=event.skills[:-1])
            yield game, replace(event, skills=event.skills[:1] * len(event.skills))
        case done.Build() | done.Recruit() | done.BuyMap() | done.InstallUpgrade() | done.InstallInnovation():
            yield from dearer(game, event)
            most = (done.InstallUpgrade,) * 9
            yield game.change(event.by, played=(Staff.INNOVATOR,), did=most), event
            late = {done.Build: (done.Build,), done.Recruit: (done.Recruit,)}.get(type(event), ())
            if game.order and event.by != game.order[-1]:
                yield game.change(game.order[-1], did=late), event
        case done.Welcome() if len(game.order) > 1 and event.by != game.order[-1]:
            yield game, replace(event, by=game.order[-1])
        case done.ChooseAdministrator():
            yield game, replace(event, keep=Administrator(AdministratorKind.REROLL, symbol="none"))
        case done.ChooseSkill():
            yield game, replace(event, keep=Skill(SkillKind.REROLL, Colour.GREY))
        case done.MoveUpgrade():
            yield game, replace(event, paid=99)
            yield game, replace(event, space=9)
            yield game.change(event.by, money=-99), replace(event, paid=None)
        case done.PutGuestsBack():
            yield game.change(event.by, played=()), event
        case done.EndGame():
            yield game, replace(event, winners=(), stars=None)
            yield game, replace(event, winners=game.table.players[:1], stars=None)
            for kind in (None, AdministratorKind.MONEY_WORTH_MORE):
                owner = game.table.players[0]
                yield (
                    game.change(owner, administrator=kind and Administrator(kind)),
                    replace(event, winners=None, stars=((owner, -1),)),
                )


@cache
def refusals() -> tuple[tuple[str, int, Citation], ...]:
    """What golden games cite where an event is done wrong: the kind of event, the round, the citation."""
    found = {}
    for path in sorted((FIXTURES / "games").glob("*.json")):
        record = load_record(read(path))
        game = begin(record.table)
        for event in record.events:
            ready = reach(game, event)
            assert isinstance(ready, Game)
            for moment, asked in wrong(ready, event):
                broken = judge(moment, asked)
                if isinstance(broken, GameBroken):
                    found[type(event).__name__, ready.round, cited(broken)] = True
            game = played(game, event)
    return tuple(found)


def examples() -> Iterator[Citation]:
    """What the examples of rules, of rulings and of refusals cite."""
    for path in sorted((FIXTURES / "game_rule_examples").glob("*.json")):
        for example in read(path)["illegal"]:
            whole = read(path).get("record", {})
            record = example.get("record") or {**whole, "events": [*whole["events"], *example["then"]]}
            yield from violation(record)
    for path in sorted((FIXTURES / "game_ruling_examples").glob("*.json")):
        for case in read(path)["cases"]:
            for choice in case["verdicts"]:
                game = {**case["record"]["game"], "rulings": {read(path)["ruling"]: choice}}
                yield from violation({**case["record"], "game": game})
    for each in (*SETTING_UP, *PLAYING):
        moment, event, _, _ = each.values
        game = moment()
        ready = reach(game, event(game))
        broken = ready if isinstance(ready, GameBroken) else judge(ready, event(game))
        assert isinstance(broken, GameBroken)
        yield cited(broken)


def violation(record: Any) -> Iterator[Citation]:
    told = check_game(load_record(record)).violation
    if told is not None:
        yield told.rule, told.source, told.page


def test_every_rule_and_every_case_of_it_says_on_which_page_of_the_rulebook_it_stands() -> None:
    for entry in game_catalogue().values():
        every = [entry.cited(None), *map(entry.cited, entry.citations)]
        assert all(each.page and each.source.startswith("Rulebook, ") for each in every), entry.id


def test_every_sentence_that_may_decide_is_cited_for_some_example() -> None:
    found = {*examples(), *(citation for _, _, citation in refusals())}
    every = {(entry.id, *entry.cited(case)) for entry in game_catalogue().values() for case in (None, *entry.citations)}
    assert not sorted(map(str, every - found))


SECTIONS = {
    "Build": "Build Attraction",
    "Recruit": "Recruit Mascot",
    "BuyMap": "Buy Map",
    "InstallUpgrade": "Install Upgrades",
    "InstallInnovation": "Innovations",
    "MoveUpgrade": "Innovations, Additional Rules",
}


@pytest.mark.parametrize("rule", [GameRule.PRICE, GameRule.MONEY])
def test_a_price_cites_what_was_bought(rule: GameRule) -> None:
    found = {(kind, source) for kind, _, (broken, source, _) in refusals() if broken == rule}
    assert {kind for kind, _ in found} == set(SECTIONS)
    assert all(source.startswith(f"Rulebook, {SECTIONS[kind]}") for kind, source in found)


def test_a_card_that_makes_something_cheaper_is_cited_beside_it() -> None:
    found = {source for _, _, (broken, source, _) in refusals() if broken == GameRule.PRICE}
    for section, card in (("Recruit Mascot", "Mascot"), ("Recruit Mascot", "Administrators"), ("Buy Map", "Admin")):
        assert any(source.startswith(f"Rulebook, {section};") and card in source for source in found)


@pytest.mark.parametrize("kind", ["FillMonorails", "Display"])
def test_what_set_up_and_upkeep_both_do_cites_the_one_that_was_being_done(kind: str) -> None:
    found = {(bool(number), source) for each, number, (_, source, _) in refusals() if each == kind}
    assert {later for later, _ in found} == {False, True}
    assert all(("Prepare for Next Round" in source) is later for later, source in found), found


def test_turns_cite_the_phase_they_are_of() -> None:
    found = {(kind, source) for kind, _, (broken, source, _) in refusals() if broken == GameRule.TURN}
    assert ("Welcome", "Rulebook, Welcome") in found
    assert ("Build", "Rulebook, Expand") in found
    assert ("Recruit", "Rulebook, Expand") in found
    assert all(("Welcome" in source) is (kind == "Welcome") for kind, source in found)
