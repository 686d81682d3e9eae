"""Random games validate, and their mutations are judged as the separate reading expects; a sample of the campaign."""

from collections import Counter
from random import Random

import pytest

from models.theme_park.game.conservation import check_conserved
from models.theme_park.game.judging import after
from models.theme_park.game.phases.operating import position_of
from models.theme_park.game.rules import GameBroken
from models.theme_park.game.set_up.setting_up import begin
from models.theme_park.game.validate import check_game
from models.theme_park.game.variant import Variant
from models.theme_park.operate.position import Expansion
from models.theme_park.operate.replay import replay
from models.theme_park.rulings import Rulings
from solver.theme_park.players.play import play_game
from solver.theme_park.players.player import RandomPlayer
from solver.theme_park.players.sensible import SensiblePlayer
from tests.theme_park.game.games import random_document, random_game, table_of
from tests.theme_park.game.judging import disagreement, judged
from tests.theme_park.game.kinds import LEGAL, Mutation


@pytest.mark.parametrize("seed", range(8))
def test_a_random_game_is_legal_and_its_mutations_are_judged_right(seed):
    wrong, kinds = judged(seed)
    assert wrong == []
    assert kinds["refused"] > 0


@pytest.mark.parametrize("seed", range(100, 106))
def test_nothing_is_gained_or_lost_after_any_event(seed):
    record = random_game(seed)
    game = begin(record.table)
    for event in record.events:
        reached = after(game, event)
        assert not isinstance(reached, GameBroken)
        game = reached
        check_conserved(game)


@pytest.mark.parametrize("variant", Variant)
@pytest.mark.parametrize("expansions", [frozenset(), frozenset(Expansion)], ids=["base", "all"])
def test_sensible_players_play_whole_legal_games(variant, expansions):
    rng = Random(5)
    table = table_of(variant, 1 if variant is Variant.SOLO else 3, expansions, Rulings())
    record = play_game(table, {name: SensiblePlayer(rng) for name in table.players}, rng)
    verdict = check_game(record)
    assert verdict.legal
    assert verdict.over


def test_sensible_players_earn_more_than_random_ones():
    stars = Counter()
    for seed in range(4):
        rng = Random(seed)
        table = table_of(Variant.INTRODUCTORY, 2, frozenset(), Rulings())
        players = dict(zip(table.players, (SensiblePlayer(rng), RandomPlayer(rng)), strict=True))
        game = check_game(play_game(table, players, rng)).reached
        for name, player in players.items():
            stars[type(player)] += game.by_id[name].stars
    assert stars[SensiblePlayer] > stars[RandomPlayer]


def test_a_sensible_player_asks_the_solver_within_its_limit():
    rng = Random(1)
    player = SensiblePlayer(rng, seconds=1.0)
    record = random_game(3)
    reached = begin(record.table)
    for event in record.events:
        if type(event).__name__ == "OperatePark":
            break
        step = after(reached, event)
        assert not isinstance(step, GameBroken)
        reached = step
    position = position_of(reached, reached.players[0])
    greedy = SensiblePlayer(rng).operate(position)
    assert replay(position, player.operate(position)).stars >= replay(position, greedy).stars


def test_the_judge_of_mutations_notices_a_wrong_expectation():
    document = random_document(2)
    plan = next(number for number, event in enumerate(document["events"]) if event["do"] == "plan")
    one_card = {**document["events"][plan], "staff": document["events"][plan]["staff"][:1]}
    right = Mutation("one card", plan, one_card, frozenset({"game.plan.two-cards"}))
    assert disagreement(document, right) is None
    assert disagreement(document, Mutation("one card", plan, one_card, LEGAL)) is not None
    assert disagreement(document, Mutation("one card", plan, one_card, frozenset({"game.plan.hand"}))) is not None
