"""Playing a whole game: the table deals, the players answer, every event is judged before it counts."""

from collections.abc import Mapping
from random import Random

from models.theme_park.game.events import (
    Announce,
    Build,
    ChooseAdministrator,
    ChooseAttraction,
    ChooseHand,
    ChooseSkill,
    Earn,
    EndGame,
    Event,
    OperatePark,
    Plan,
    Recruit,
    ScoreGoal,
    ScoreObjective,
    TakeBoard,
)
from models.theme_park.game.ids import PlayerId
from models.theme_park.game.judging import after
from models.theme_park.game.next_events.candidates import priced
from models.theme_park.game.phases.operating import position_of
from models.theme_park.game.phases.plan import income_of, order_now
from models.theme_park.game.phases.upkeep import upkeep_earnings
from models.theme_park.game.rules import GameBroken
from models.theme_park.game.scoring.ending import final_stars, winners
from models.theme_park.game.scoring.objectives import amounts_now, stars_of
from models.theme_park.game.scoring.solo import achieved, unscored
from models.theme_park.game.set_up.setting_up import begin
from models.theme_park.game.set_up.start_boards import boards_left, first_places, without_board
from models.theme_park.game.steps import close_step, in_play, missing
from models.theme_park.game.table import Table
from models.theme_park.game.validate import GameRecord
from models.theme_park.game.variant import Step
from models.theme_park.operate.replay import replay
from models.theme_park.rulings import Choice, Ruling
from solver.theme_park.players.dealer import Dealer
from solver.theme_park.players.player import GamePlayer


class Playing:
    """A game while it is played; ``by_hand`` holds the amounts of an objective that only the table counts.

    ``entrance_alone``: nobody takes a start board, where that is left to the players (``without_board``).
    """

    def __init__(
        self, table: Table, players: Mapping[PlayerId, GamePlayer], rng: Random, *, entrance_alone: bool = False
    ) -> None:
        self.entrance_alone = entrance_alone
        self.game = begin(table)
        self.players = players
        self.dealer = Dealer(rng)
        self.rng = rng
        self.events: list[Event] = []
        self.by_hand: dict[PlayerId, int] | None = None

    def do(self, event: Event | None) -> None:
        """Let ``event`` happen; raises ValueError when it breaks a rule, as the player that chose it is at fault then."""
        if event is None:
            return
        event = priced(self.game, event)
        reached = after(self.game, event)
        if isinstance(reached, GameBroken):
            raise ValueError(f"{event}: {reached.message}")  # noqa: TRY004  the type is how refusals are told
        self.events.append(event)
        self.game = reached

    def at(self, step: Step) -> bool:
        """Go on to ``step`` if this round has it; whether it is there."""
        if not in_play(self.game, step):
            return False
        while self.game.step is not step and missing(self.game) is None:
            self.game = close_step(self.game)
        return self.game.step is step

    def set_up(self) -> None:
        """Everything before the first round."""
        game, deal = self.game, self.dealer
        solo = game.table.solo
        if solo:
            self.do(deal.goals(game))
        if game.table.objective_rounds:
            self.do(deal.objectives(game))
        self.do(deal.fill(self.game))
        if not solo:
            self.do(deal.start_order(self.game))
        self._take_boards()
        for by, player in self.players.items():
            if game.table.chooses_hand:
                self.do(ChooseHand(by, tuple(sorted(player.hand(self.game)))))
        if game.table.variant.has_cards:
            for by, player in self.players.items():
                administrators = deal.administrators(self.game)
                self.do(ChooseAdministrator(by, administrators, player.administrator(self.game, administrators)))
            for by, player in self.players.items():
                skills = deal.first_skills(self.game)
                self.do(ChooseSkill(by, skills, player.skill(self.game, skills)))
        for by, player in self.players.items():
            tiles = deal.first_attractions(self.game)
            tile, place = player.first_attraction(self.game, tiles, first_places(self.game, self.game.by_id[by]))
            self.do(ChooseAttraction(by, tiles, tile, place))
        self.do(deal.display(self.game))

    def _take_boards(self) -> None:
        """One of the start boards for everyone, where the box names several."""
        if not self.game.table.box.start_boards or (self.entrance_alone and not without_board(self.game)):
            return
        for by, player in self.players.items():
            self.do(TakeBoard(by, player.start_board(self.game, boards_left(self.game))))

    def plan(self) -> None:
        """Staff cards, turn order and income."""
        self.at(Step.PLAN)
        for by, player in self.players.items():
            self.do(Plan(by, player.plan(self.game, self.game.by_id[by])))
        if self.game.table.solo:
            self.do(self.dealer.solo_card(self.game))
        for by, player in self.players.items():
            self.do(player.lower(self.game, self.game.by_id[by]))
        self.at(Step.ANNOUNCE)
        income = tuple((player.id, income_of(self.game, player)) for player in self.game.players)
        self.do(Announce(order_now(self.game), income))

    def round(self) -> None:
        """One round up to its Upkeep."""
        self.plan()
        self.at(Step.WELCOME)
        for by in self.game.order:
            self.do(self.players[by].welcome(self.game, self.game.by_id[by]))
        self.at(Step.EXTRA_GUEST)
        for by in self.game.order:
            self.do(self.players[by].extra_guest(self.game, self.game.by_id[by]))
        self.at(Step.EXPAND)
        self._expand()
        self.at(Step.IMPROVE)
        for by, player in self.players.items():
            event = player.improve(self.game, self.game.by_id[by])
            while event is not None:
                self.do(event)
                event = player.improve(self.game, self.game.by_id[by])
        self.at(Step.OPERATE)
        for by, player in self.players.items():
            position = position_of(self.game, self.game.by_id[by])
            moves = player.operate(position)
            verdict = replay(position, moves)
            self.do(OperatePark(by, moves, verdict.stars, verdict.money))

    def _expand(self) -> None:
        asked: list[tuple[PlayerId, bool, bool]] = [(by, True, True) for by in self.game.order]
        if self.game.table.says(Ruling.EXPAND_TURNS, Choice.BUILD_THEN_RECRUIT):
            asked = [(by, True, False) for by in self.game.order] + [(by, False, True) for by in self.game.order]
        for by, builds, recruits in asked:
            build: Build | None = self.players[by].build(self.game, self.game.by_id[by]) if builds else None
            self.do(build)
            recruit: Recruit | None = self.players[by].recruit(self.game, self.game.by_id[by]) if recruits else None
            self.do(recruit)

    def upkeep(self) -> None:
        """Upkeep, with what the table announces."""
        self.at(Step.EARN)
        takes = {player.id: upkeep_earnings(self.game, player) for player in self.game.players}
        self.do(
            Earn(
                tuple((by, sum(stars.values())) for by, (stars, _) in takes.items()),
                tuple((by, money) for by, (_, money) in takes.items()),
            )
        )
        if self.at(Step.OBJECTIVE):
            amounts = (
                amounts_now(self.game, None) or self.by_hand or {by: self.rng.randint(0, 3) for by in self.players}
            )
            shares = stars_of(self.game, amounts)
            self.do(ScoreObjective(tuple(amounts.items()), tuple(shares.items())))
        self.at(Step.VALUE_ONE)
        for by, player in self.players.items():
            self.do(player.put_back(self.game, self.game.by_id[by]))
        if self.at(Step.STAFF):
            for by, player in self.players.items():
                self.do(player.swap_staff(self.game, self.game.by_id[by]))
        if self.at(Step.GOAL if self.game.last_round else Step.REFILL) and self.game.table.solo:
            for goal in unscored(self.game):
                done = achieved(self.game, self.game.table.box.goals[goal])
                self.do(ScoreGoal(goal, self.rng.random() < 0.5 if done is None else done))
        if not self.game.last_round:
            self.do(self.dealer.fill(self.game))
            self.do(self.dealer.display(self.game))

    def end(self) -> None:
        """Money counted, the winner known."""
        self.at(Step.END)
        self.do(EndGame(tuple(final_stars(self.game).items()), winners(self.game)))


def play_game(
    table: Table, players: Mapping[PlayerId, GamePlayer], rng: Random, *, entrance_alone: bool = False
) -> GameRecord:
    """A whole game as a record; deals come from ``rng``, decisions from ``players``."""
    playing = Playing(table, players, rng, entrance_alone=entrance_alone)
    playing.set_up()
    for _ in range(table.rounds):
        playing.round()
        playing.upkeep()
    playing.end()
    return GameRecord(table, tuple(playing.events))
