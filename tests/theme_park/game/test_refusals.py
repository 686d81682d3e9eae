"""Each way to break a rule of the game around Operate is refused in a sentence of its own."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from api import load_record
from models.shared.hexgrid import Hex
from models.theme_park.attraction import Innovation
from models.theme_park.cards import Staff
from models.theme_park.game import events as done
from models.theme_park.game.frozen import changed
from models.theme_park.game.ids import ObjectiveId, SoloCardId
from models.theme_park.game.judging import after
from models.theme_park.game.rules import GameBroken, GameRule
from models.theme_park.game.state import Dice, Game
from models.theme_park.game.validate import check_game
from models.theme_park.game.variant import Step
from models.theme_park.guests import Colour, TileId
from models.theme_park.operate.position import Expansion
from models.theme_park.rulings import Choice, Ruling
from tests.theme_park.examples import FIXTURES, read
from tests.theme_park.game.asking import (
    ANN,
    ATTRACTIONS,
    G1,
    IN,
    INTRODUCTORY_SET_UP,
    MOVE_UPGRADE,
    OUT,
    REROLL,
    RETURNER,
    ROLL,
    SET_UP,
    SOLO_SET_UP,
    Ask,
    asked,
    attractions,
    by_first,
    chaperoned,
    dealing,
    dealt,
    extra_guest,
    goals,
    matching,
    over,
    put_back,
    ruled,
    scored_goal,
    scoring,
    skills,
    welcome,
    with_box,
    with_extra_guest,
    with_skills,
)
from tests.theme_park.game.moments import (
    FULL,
    INNOVATIONS,
    INTRODUCTORY,
    SOLO,
    at,
    guest,
    improving,
    put,
    until,
    upkeep,
)

OBJECTIVES = SET_UP.table.box.objectives.items()

SETTING_UP = [
    asked(
        lambda: SOLO_SET_UP,
        lambda _: done.PlaceObjectives((ObjectiveId("o01"),)),
        GameRule.OBJECTIVES,
        "has goals in their place",
    ),
    asked(
        lambda: with_box(objectives={name: replace(each, expansion=Expansion.PROMO) for name, each in OBJECTIVES}),
        lambda _: done.PlaceObjectives(tuple(ObjectiveId(name) for name in ("o01", "o04", "o07"))),
        GameRule.OBJECTIVE_DECK,
        "Objective o01 is of the promo pack, which is not in play",
    ),
    asked(
        lambda: SOLO_SET_UP,
        lambda game: done.StartOrder(game.table.players),
        GameRule.START_ORDER,
        "a solo game has no turn order",
    ),
    asked(
        lambda: SET_UP,
        lambda _: done.ScoreObjective(),
        GameRule.PHASE,
        '"objective" does not happen in the set-up of a full game.',
    ),
    asked(
        lambda: SET_UP, lambda _: done.EndGame(), GameRule.PHASE, '"end" does not happen in the set-up of a full game.'
    ),
    asked(
        lambda: INTRODUCTORY_SET_UP,
        lambda _: done.DrawSoloCard(SoloCardId("s01")),
        GameRule.PHASE,
        '"solo-card" does not happen in an introductory game.',
    ),
    asked(lambda: SET_UP, lambda _: goals((2, "a14")), GameRule.SOLO_GOALS, "only a solo game has them"),
    asked(lambda: SOLO_SET_UP, lambda _: goals((2, "a14"), (3, "a14")), GameRule.SOLO_GOALS, "A goal lies out twice"),
    asked(lambda: SOLO_SET_UP, lambda _: goals((1, "a14")), GameRule.SOLO_GOALS, "below round 1, which is not marked"),
    asked(lambda: SET_UP, lambda _: done.FillMonorails(()), GameRule.FILL, "0 monorails were filled; there are 3"),
    asked(
        lambda: changed(SOLO_SET_UP, step=Step.HANDS),
        by_first(done.ChooseHand, (Staff.GUIDE,)),
        GameRule.SOLO_HAND,
        "The hand has 1 card; a solo game is played with 12",
    ),
    asked(
        lambda: dealing(Step.ADMINISTRATORS),
        dealt(ATTRACTIONS),
        GameRule.DEAL,
        "was dealt 1 administrator; each player is",
    ),
    asked(lambda: dealing(Step.ADMINISTRATORS), dealt(ATTRACTIONS, ATTRACTIONS), GameRule.DEAL, "already out"),
    asked(
        lambda: dealing(Step.ADMINISTRATORS), dealt(ATTRACTIONS, REROLL), GameRule.DEAL, "administrator of Surprises"
    ),
    asked(
        lambda: dealing(Step.ADMINISTRATORS),
        dealt(ATTRACTIONS, MOVE_UPGRADE),
        GameRule.DEAL,
        "administrator of Innovations",
    ),
    asked(
        lambda: dealing(Step.SKILLS), skills(IN, ROLL), GameRule.DEAL, "is a skill of Surprises, which is not in play"
    ),
    asked(
        lambda: dealing(Step.SKILLS, with_skills(IN)),
        skills(IN, OUT),
        GameRule.DEAL,
        "move-out is no skill card of this box",
    ),
    asked(
        lambda: changed(dealing(Step.SKILLS), skills_dealt=(IN, IN)),
        skills(IN, OUT),
        GameRule.DEAL,
        "is out 3 times; the deck has",
    ),
    asked(
        lambda: dealing(Step.FIRST_ATTRACTIONS), attractions("a01", "a01"), GameRule.DEAL, "Tile a01 was dealt twice"
    ),
    asked(lambda: dealing(Step.FIRST_ATTRACTIONS), attractions("a01", "b01"), GameRule.DEAL, "Tile b01 is of stack B"),
    asked(
        lambda: dealing(Step.FIRST_ATTRACTIONS, with_box(first_hexes=None)),
        attractions("a01", "a02", place=2),
        GameRule.FIRST_PLACE,
        "Tile a01 is laid at [2, 0], beside no tile of the park",
    ),
]


def all_blue(game: Game) -> done.FillMonorails:
    rows = game.table.box.monorails.values()
    return done.FillMonorails(tuple(tuple(done.Die(Colour.BLUE, value) for value in row) for row in rows))


PLAYING = [
    asked(
        lambda: changed(at(INTRODUCTORY, done.FillMonorails, 1), bag=Dice(1, 40, 40), monorails=()),
        all_blue,
        GameRule.BAG,
        "15 blue dice where the bag holds 1 were drawn",
    ),
    asked(
        lambda: at(INTRODUCTORY, done.Welcome),
        welcome((done.Boost(3, 1),)),
        GameRule.CONCIERGE,
        "of the monorail just taken",
    ),
    asked(chaperoned, welcome(vips=(3,)), GameRule.CHAPERONE, "one of the dice of the monorail just taken"),
    asked(
        lambda: chaperoned(vips=8), welcome(vips=(0,)), GameRule.CHAPERONE, "8 VIP tokens are in the parks; there are 8"
    ),
    asked(
        lambda: changed(at(FULL, done.Welcome), step=Step.EXTRA_GUEST),
        extra_guest(0),
        GameRule.EXTRA_GUEST,
        "has no administrator that welcomes another guest",
    ),
    asked(with_extra_guest, extra_guest(-1), GameRule.EXTRA_GUEST, "No die is on space -1 (from 0) of monorail"),
    asked(chaperoned, welcome(vips=(-1,)), GameRule.CHAPERONE, "each on one token"),
    asked(
        lambda: at(INTRODUCTORY, done.Welcome),
        welcome((done.Boost(-1, 1),)),
        GameRule.CONCIERGE,
        "raises dice of the monorail just taken",
    ),
    asked(
        lambda: changed(at(FULL, done.Plan, 5), step=Step.EARN),
        by_first(done.SwapStaff, Staff.GUIDE, Staff.MASCOT),
        GameRule.PHASE,
        '"swap-staff" does not happen in round 5',
    ),
    asked(with_extra_guest, extra_guest(3), GameRule.EXTRA_GUEST, "No die is on space 4 of monorail"),
    asked(lambda: matching(1), put("a04", 2, value=6), GameRule.AMENITY_BONUS, "and does not say which"),
    asked(lambda: matching(1), put("a04", 2, guest=G1), GameRule.AMENITY_BONUS, "and does not say to which value"),
    asked(lambda: matching(1), put("a04", 2, guest=G1, value=7), GameRule.AMENITY_BONUS, "a die shows 1 to 6"),
    asked(
        lambda: matching(3),
        put("a04", 4, free_hex=Hex(0, 1)),
        GameRule.AMENITY_BONUS,
        "for free and does not say which",
    ),
    asked(
        lambda: matching(3),
        put("a04", 4, free=TileId("a19")),
        GameRule.AMENITY_BONUS,
        "for free and does not say where",
    ),
    asked(
        lambda: matching(3),
        put("a04", 4, free=TileId("a01"), free_hex=Hex(0, 1)),
        GameRule.AMENITY_BONUS,
        "which is not in the discard pile (a19)",
    ),
    asked(
        lambda: improving(played=(Staff.BUILDER,), installed=()),
        by_first(done.RemoveUpgrade, TileId("a05"), 0),
        GameRule.SPACE,
        "holds no upgrade",
    ),
    asked(
        lambda: ruled(matching(3), Ruling.AMENITY_OTHERS, Choice.NO),
        put("a04", 4),
        GameRule.AMENITY_TAKEN,
        "has 4 matching amenities and does not take the bonus",
    ),
    asked(
        lambda: improving(INNOVATIONS),
        by_first(done.InstallInnovation, TileId("a01"), Innovation.CABLE_CAR),
        GameRule.INNOVATION_ONE,
        "has no tile a01 in the park",
    ),
    asked(
        lambda: upkeep(guests=(guest(1, 1),), played=(Staff.TICKET_AGENT,) * 2),
        put_back(done.PutBack(G1, 6), done.PutBack(G1, 5)),
        GameRule.PUT_BACK_DIE,
        "puts back guest g1 twice",
    ),
    asked(
        lambda: upkeep(guests=(guest(1, 1),), played=(Staff.TICKET_AGENT,)),
        put_back(done.PutBack(G1, 7)),
        GameRule.PUT_BACK_DIE,
        "sets guest g1 to 7; a die shows 1 to 6",
    ),
    asked(
        lambda: upkeep(FULL, guests=(guest(1, 1, Colour.GREEN),), administrator=RETURNER, played=()),
        put_back(done.PutBack(G1, 6, done.Returner.ADMINISTRATOR)),
        GameRule.PUT_BACK_CARD,
        "puts back one blue guest a round",
    ),
    asked(
        lambda: changed(upkeep(FULL, administrator=ATTRACTIONS), step=Step.STAFF),
        by_first(done.SwapStaff, Staff.GUIDE, Staff.MASCOT),
        GameRule.SWAP_STAFF,
        "has no administrator that swaps staff cards",
    ),
    asked(
        scoring,
        lambda _: done.ScoreObjective(),
        GameRule.OBJECTIVE_AMOUNTS,
        "counted by hand: enter the amount",
    ),
    asked(
        scoring,
        lambda game: done.ScoreObjective(((game.table.players[0], 3),)),
        GameRule.OBJECTIVE_AMOUNTS,
        "every player has one",
    ),
    asked(
        scoring,
        lambda _: done.PutGuestsBack(ANN, ()),
        GameRule.MISSING,
        "is counted by hand and must be scored",
    ),
    asked(
        scored_goal,
        lambda game: done.ScoreGoal(*game.goals_scored[0]),
        GameRule.SOLO_GOAL,
        "is already scored",
    ),
    asked(lambda: INTRODUCTORY_SET_UP, lambda _: done.Plan(ANN, ()), GameRule.MISSING, "the objectives must be dealt"),
    asked(
        lambda: changed(INTRODUCTORY_SET_UP, objectives=(ObjectiveId("o01"),)),
        lambda _: done.Plan(ANN, ()),
        GameRule.MISSING,
        "the monorails must be filled",
    ),
    asked(
        lambda: until(at(INTRODUCTORY, done.Earn), Step.REFILL),
        lambda game: done.Plan(game.table.players[0], (Staff.GUIDE, Staff.MASCOT)),
        GameRule.PHASE,
        'comes too late for round 1; before that of round 2 the monorails must be refilled ("fill") and a new display',
    ),
    asked(
        lambda: at(INTRODUCTORY, done.Plan, 4),
        lambda game: done.OperatePark(game.table.players[0], ()),
        GameRule.MISSING,
        'Before "operate" in round 4 ann, bob, cleo and dan must play two staff cards ("plan") and',
    ),
    asked(
        lambda: changed(at(INTRODUCTORY, done.Plan, 4), step=Step.OPERATE),
        lambda game: done.Plan(game.table.players[0], ()),
        GameRule.PHASE,
        '"plan" comes too late for round 4, and no round follows',
    ),
    asked(
        lambda: at(INTRODUCTORY, done.Plan, 2),
        lambda game: done.StartOrder(game.table.players),
        GameRule.PHASE,
        '"start-order" comes too late: it is done in set-up',
    ),
    asked(over, lambda _: done.Plan(ANN, ()), GameRule.PHASE, 'The game is over; "plan" comes too late'),
    asked(
        lambda: over(playing=True),
        lambda _: done.DrawSoloCard(SoloCardId("s01")),
        GameRule.PHASE,
        '"solo-card" does not happen in',
    ),
]


@pytest.mark.parametrize(("game", "event", "rule", "words"), [*SETTING_UP, *PLAYING])
def test_an_event_against_a_rule_is_refused_by_it_in_its_own_words(
    game: Callable[[], Game], event: Ask, rule: GameRule, words: str
) -> None:
    moment = game()
    refused = after(moment, event(moment))
    assert isinstance(refused, GameBroken)
    assert words in refused.message
    assert refused.rule is rule


def test_a_bonus_that_cannot_be_taken_need_not_be() -> None:
    game = changed(ruled(matching(3), Ruling.AMENITY_OTHERS, Choice.NO), discard_pile=())
    assert isinstance(after(game, put("a04", 4)(game)), Game)


def test_goals_that_can_be_counted_score_themselves_when_they_are_left_out_of_a_record() -> None:
    document = read(FIXTURES / "games" / f"{SOLO}.json")
    shorter = {**document, "events": [event for event in document["events"] if event["do"] != "goal"]}
    told, reached = (check_game(load_record(each)).reached for each in (document, shorter))
    assert len(told.goals_scored) > 1
    assert reached.goals_scored == told.goals_scored
    assert reached.target == told.target


def test_games_are_called_with_the_right_article() -> None:
    refused = after(at(INTRODUCTORY, done.Plan), done.DrawSoloCard(SoloCardId("s01")))
    assert isinstance(refused, GameBroken)
    assert refused.message == '"solo-card" does not happen in round 1 of an introductory game.'
