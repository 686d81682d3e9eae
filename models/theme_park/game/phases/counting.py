"""What the moves of an Operate phase bring, told part by part where a table has counted something else."""

from collections.abc import Iterator

from models.shared.phrases import count, listing
from models.theme_park.game.events import OperatePark
from models.theme_park.game.rules import GameBroken, GameRule
from models.theme_park.operate.earnings import Earnings, earnings
from models.theme_park.operate.phrases import tile_name
from models.theme_park.operate.position import Position
from models.theme_park.operate.replay import OperateVerdict
from models.theme_park.operate.state import State

APART = {"special_effects": "special effects", "skills": "skills", "administrator": "the administrator", "vip": "VIPs"}
"""Stars that are not printed on the attraction operated, as players call them."""


def claim_fault(event: OperatePark, position: Position, before: State, verdict: OperateVerdict) -> GameBroken | None:
    """What is wrong with the stars and dollars written beside some moves: those that these moves bring."""
    had, after = earnings(position, before), verdict.reached
    stars, money = verdict.stars - had.stars, verdict.money - had.money
    earlier = f"; with the moves before them they are {verdict.stars} and ${verdict.money}" if had != NOTHING else ""
    if event.stars not in (None, stars):
        parts = listing(_stars(position, before, after)) or "nothing"
        counted = f"{event.by} counts {count(event.stars or 0, 'star')} for these moves; they bring {stars}: {parts}{earlier}."
        return GameBroken(GameRule.OPERATE_CLAIM, counted)
    if event.money not in (None, money):
        parts = listing(_money(position, before, after)) or "nothing"
        counted = f"{event.by} counts ${event.money} for these moves; they bring ${money}: {parts}{earlier}."
        return GameBroken(GameRule.OPERATE_CLAIM, counted)
    return None


NOTHING = Earnings(0, 0, 0, 0, 0, 0)


def _cubes(position: Position, before: State, after: State) -> Iterator[tuple[int, int]]:
    """Places of tiles with the cubes put there."""
    for index, (had, has) in enumerate(zip(before.cubes, after.cubes, strict=True)):
        if has > had:
            yield index, has - had


def _stars(position: Position, before: State, after: State) -> Iterator[str]:
    for index, cubes in _cubes(position, before, after):
        tile = position.tiles[index]
        yield f"{count(cubes, 'cube')} on {tile_name(position, tile.id)} at {count(tile.attraction.stars, 'star')}"
    had, has = earnings(position, before).breakdown, earnings(position, after).breakdown
    for name, called in APART.items():
        if has[name] != had[name]:
            yield f"{has[name] - had[name]} from {called}"


def _money(position: Position, before: State, after: State) -> Iterator[str]:
    for index, cubes in _cubes(position, before, after):
        tile = position.tiles[index]
        if tile.money_per_cube:
            yield f"{count(cubes, 'cube')} on {tile_name(position, tile.id)} at ${tile.money_per_cube}"
    if after.money != before.money:
        yield f"${after.money - before.money} from skills and cable cars"
