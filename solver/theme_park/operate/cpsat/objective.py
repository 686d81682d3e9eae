"""What each stage maximises, as an expression over the model's variables."""

from ortools.sat.python import cp_model

from models.theme_park.cards import Staff
from models.theme_park.guests import HIGHEST, LOWEST, TileId
from models.theme_park.operate.earnings import dollars_a_star, earnings
from models.theme_park.operate.end_of_phase import returned_colour, staying_value
from models.theme_park.operate.position import Position
from models.theme_park.operate.state import start
from models.theme_park.rulings import Choice, Ruling
from solver.theme_park.operate.cpsat.constraints.administrators import administrator_stars
from solver.theme_park.operate.cpsat.constraints.cable_cars import fares_of_ways
from solver.theme_park.operate.cpsat.skills.encoding import Skills
from solver.theme_park.operate.cpsat.variables import Vars
from solver.theme_park.operate.settings import Stage, Weights
from solver.theme_park.operate.tables import VALUES, Tables
from solver.theme_park.operate.trivial_bounds import upper_limit


class Goals:
    """Expressions for every stage; variables they need are made on first use."""

    def __init__(
        self, model: cp_model.CpModel, tables: Tables, variables: Vars, skills: Skills, weights: Weights
    ) -> None:
        """Goals over ``variables`` of ``model``."""
        self._model = model
        self._tables = tables
        self._variables = variables
        self._skills = skills
        self._weights = weights
        self._before = earnings(tables.position, start(tables.position))
        self._made: dict[Stage, cp_model.LinearExpr] = {}

    def expression(self, stage: Stage) -> cp_model.LinearExpr:
        """The linear expression that ``stage`` maximises."""
        if stage not in self._made:
            self._made[stage] = self._make(stage)
        return self._made[stage]

    def _make(self, stage: Stage) -> cp_model.LinearExpr:
        match stage:
            case Stage.STARS:
                return self._stars()
            case Stage.MONEY:
                return self._money()
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

    def _stars(self) -> cp_model.LinearExpr:
        cubes = self._cubes({tile.id: sum(tile.stars_per_cube) for tile in self._position.tiles})
        by_administrator = administrator_stars(self._model, self._tables, self._variables)
        had = self._before.stars - self._before.administrator
        rest = _weighted([*self._vips(), *((star, 1) for star in by_administrator), *self._skills.stars])
        return cubes + rest + had

    def _money(self) -> cp_model.LinearExpr:
        cubes = self._cubes({tile.id: tile.money_per_cube for tile in self._position.tiles})
        paid_paths = fares_of_ways(self._model, self._tables, self._variables)
        return cubes + _weighted([*((each, 1) for each in paid_paths), *self._skills.money]) + self._before.money

    def _vips(self) -> list[tuple[cp_model.IntVar, int]]:
        """A star for each VIP of each party (ruling ``vip.star`` for one that leaves)."""
        leaving = -1 if self._position.rulings.says(Ruling.VIP_STAR, Choice.NO) else 0
        terms: list[tuple[cp_model.IntVar, int]] = []
        for step in self._variables.steps:
            for guest, touch in zip(self._position.guests, step.guests, strict=True):
                if guest.vip:
                    terms += [(touch.party, 1), (touch.leaves, leaving)]
        return terms

    def _cubes(self, worth: dict[TileId, int]) -> cp_model.LinearExpr:
        placed = [(step.operates[tile], each) for step in self._variables.steps for tile, each in worth.items()]
        return _weighted(placed)

    def _staying(self, worth: dict[int, int]) -> cp_model.LinearExpr:
        return _weighted([(end.value[value], worth[value]) for end in self._variables.ends for value in VALUES])

    def _returning(self) -> cp_model.LinearExpr:
        """Value-1 guests that come back: any by Ticket Agents, one of its colour by the administrator."""
        agents, colour = self._position.played[Staff.TICKET_AGENT], returned_colour(self._position)
        back = self._model.new_int_var(0, agents + (colour is not None), "returning")
        ends = list(zip(self._variables.guests[-1], self._variables.ends, strict=True))
        leaving = _weighted([(end.value[LOWEST], 1) for _, end in ends])
        self._model.add(back <= leaving)
        if colour is not None:
            of_colour = [self._both(end.value[LOWEST], last.die[colour]) for last, end in ends]
            self._model.add(back <= agents + _weighted([(one, 1) for one in of_colour]))
        return _weighted([(back, 1)])

    def _both(self, one: cp_model.IntVar, other: cp_model.IntVar) -> cp_model.IntVar:
        both = self._model.new_bool_var("")
        self._model.add_implication(both, one)
        self._model.add_implication(both, other)
        return both

    def _stars_for_money(self) -> cp_model.LinearExpr:
        money = self.expression(Stage.MONEY) + self._position.money
        price = dollars_a_star(self._position)
        most = self._position.money + upper_limit(self._position, Stage.MONEY, self._weights)
        stars = self._model.new_int_var(0, most // price, "stars for money")
        self._model.add(price * stars <= money)
        return _weighted([(stars, 1)])


def _weighted(terms: list[tuple[cp_model.IntVar, int]]) -> cp_model.LinearExpr:
    return cp_model.LinearExpr.weighted_sum([variable for variable, _ in terms], [weight for _, weight in terms])
