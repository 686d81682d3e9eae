"""Scenarios of a reroll decide alike to the end where no die is rolled: nothing tells them apart."""

from models.theme_park.operate.notation import parse_position
from solver import Settings
from solver.theme_park.operate.messages import Found, Message
from solver.theme_park.operate.policies import foresight
from solver.theme_park.operate.portfolio import search
from solver.theme_park.operate.settings import Engine, Objective, Weights
from solver.theme_park.operate.unfolding import unfold

LEFT_OVER = (
    "p1~f~r2~esip~j.administrator.reroll.any-die~j.move.rerolled-die.no~j.skill.up-to-two-away.no~m1~d9~k~areroll.hat~b.b0.g6.y9"
    "~t.entrance.0.0.Park__Entrance.x1.a.i1.ukg.nc~t.t1.0.-1.Ride__1.x3.goskey_ao.i1.apicnic.ue.np~c.entrance.1~c.t1.1"
    "~gy6.g1.entrance~gb2.g2.t1~gg4v.g3.entrance"
)
"""A park with a mascot left over at the end, by which a plan without a roll once went on in two ways (campaign, seed 1900025)."""


def test_what_is_left_over_is_used_alike_where_no_die_is_rolled() -> None:
    position = parse_position(LEFT_OVER)
    settings = Settings(
        objective=Objective.BALANCED,
        weights=Weights(stars=6, money=2, pips=1),
        time_limit=None,
        workers=1,
        engines=frozenset({Engine.CPSAT}),
    )
    faults = list[str | None]()

    def listen(news: Message) -> None:
        if isinstance(news, Found):
            plan = unfold(news.position, news.plans)
            faults.append(foresight(plan if len(set(plan)) > 1 else plan[:1]))

    search(position, settings, listen)
    assert faults
    assert set(faults) == {None}
