"""What each stage maximises, as an expression over the model's variables."""

from ortools.sat.python import cp_model

from models.theme_park.attraction import KIOSK_MONEY
from models.theme_park.cards import Staff
from models.theme_park.guests import HIGHEST, LOWEST, TileId
from models.theme_park.operate.earnings import dollars_a_star, earnings
from models.theme_park.operate.state import start
from models.theme_park.operate.upkeep import staying_value
from models.theme_park.position import Position
from solver.operate.advice import Stage, Weights
from solver.operate.cpsat.variables import Vars
from solver.operate.tables import VALUES, Tables


class Goals:
    """Expressions for every stage; variables they need are made on first use."""

    def __init__(self, model: cp_model.CpModel, tables: Tables, variables: Vars, weights: Weights) -> None:
        """Goals over ``variables`` of ``model``."""
        self._model = model
        self._tables = tables
        self._variables = variables
        self._weights = weights
        self._before = earnings(tables.position, start(tables.position))
        self._made: dict[Stage, cp_model.LinearExpr] = {}

    def expression(self, stage: Stage) -> cp_model.LinearExpr:
        """What ``stage`` counts."""
        if stage not in self._made:
            self._made[stage] = self._make(stage)
        return self._made[stage]

    def _make(self, stage: Stage) -> cp_model.LinearExpr:
        match stage:
            case Stage.STARS:
                return (
                    self._cubes({tile.id: sum(tile.stars_per_cube) for tile in self._position.tiles})
                    + self._before.stars
                )
            case Stage.MONEY:
                return self._cubes({tile.id: tile.money_per_cube for tile in self._position.tiles}) + self._before.money
            case Stage.PIPS:
                pips = {value: staying_value(value) for value in VALUES}
                return self._staying(pips) + HIGHEST * self._returning()
            case Stage.GUESTS:
                return self._staying({value: int(value > LOWEST) for value in VALUES}) + self._returning()
            case Stage.FINAL:
                return self.expression(Stage.STARS) + self._stars_for_money()
            case Stage.BALANCED:
                return (
                    self._weights.stars * self.expression(Stage.STARS)
                    + self._weights.money * self.expression(Stage.MONEY)
                    + self._weights.pips * self.expression(Stage.PIPS)
                )

    @property
    def _position(self) -> Position:
        return self._tables.position

    def _cubes(self, worth: dict[TileId, int]) -> cp_model.LinearExpr:
        placed = [(step.operates[tile], each) for step in self._variables.steps for tile, each in worth.items()]
        return _weighted(placed)

    def _staying(self, worth: dict[int, int]) -> cp_model.LinearExpr:
        return _weighted([(end.value[value], worth[value]) for end in self._variables.ends for value in VALUES])

    def _returning(self) -> cp_model.LinearExpr:
        """Value-1 guests that Ticket Agents bring back."""
        agents = self._position.played[Staff.TICKET_AGENT]
        back = self._model.new_int_var(0, agents, "returning")
        self._model.add(back <= _weighted([(end.value[LOWEST], 1) for end in self._variables.ends]))
        return _weighted([(back, 1)])

    def _stars_for_money(self) -> cp_model.LinearExpr:
        money = self.expression(Stage.MONEY) + self._position.money
        most = self._position.money + self._before.money + KIOSK_MONEY * self._tables.cubes_left
        stars = self._model.new_int_var(0, most // dollars_a_star(self._position), "stars for money")
        self._model.add(dollars_a_star(self._position) * stars <= money)
        return _weighted([(stars, 1)])


def _weighted(terms: list[tuple[cp_model.IntVar, int]]) -> cp_model.LinearExpr:
    return cp_model.LinearExpr.weighted_sum([variable for variable, _ in terms], [weight for _, weight in terms])
