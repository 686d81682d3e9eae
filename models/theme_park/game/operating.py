"""Operate within a game: the position a player's park is, judged by the one replay of the Operate phase."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from models.theme_park.game.changing import changed
from models.theme_park.game.dice import discard
from models.theme_park.game.events import OperatePark
from models.theme_park.game.rule import EventFamily, GameBroken, GameRule
from models.theme_park.game.state import Game, Player
from models.theme_park.guests import GUEST_COLOURS, Colour, Guest
from models.theme_park.moves import GuideMove, MapMove, MascotMove, Move, OperateMove
from models.theme_park.operate.state import start
from models.theme_park.position import Position
from models.theme_park.replay import OperateVerdict, replay
from models.theme_park.rulings import Choice, Ruling


def position_of(game: Game, player: Player) -> Position:
    """The park of a player as the Operate phase finds it."""
    table = game.table
    skills = (*player.skills, *(None,) * (player.mascots - len(player.skills)))
    return Position(
        tiles=player.tiles,
        guests=player.guests,
        game=table.operate_game,
        round=game.round,
        last_round=game.last_round,
        expansions=table.expansions,
        rulings=table.rulings,
        maps=player.maps,
        mascots=skills,
        staff=player.played,
        administrator=player.administrator,
        money=player.money,
        bag=tuple(zip(GUEST_COLOURS, game.bag, strict=True)),
    )


def operate(game: Game, event: OperatePark) -> Game | GameBroken:
    """The park after the phase, or the first thing wrong: a name, a rule of the phase, the bag, a claim."""
    player = game.by_id[event.by]
    position = position_of(game, player)
    for number, name in _strange(position, event.moves):
        return GameBroken(GameRule.OPERATE_NAMES, f"{event.by}'s park has no {name}.", number)
    verdict = replay(position, event.moves)
    if verdict.violation is not None:
        broken = verdict.violation
        return GameBroken(broken.rule, broken.message, broken.step, broken.source)
    return (
        _bag_fault(game, position, verdict) or _claim_fault(event, verdict) or _after(game, player, position, verdict)
    )


def _strange(position: Position, moves: tuple[Move, ...]) -> Iterator[tuple[int, str]]:
    """Names in moves of no guest or tile of the park, each with its move (from 0)."""
    for number, move in enumerate(moves):
        for guest in _guests(move):
            if guest is not None and guest not in position.guest_index:
                yield number, f"guest {guest}"
        for tile in _tiles(move):
            if tile is not None and tile not in position.tile:
                yield number, f"tile {tile}"


def _guests(move: Move) -> Iterator[str | None]:
    match move:
        case MapMove() | GuideMove():
            yield move.guest
        case MascotMove():
            yield from (adjustment.guest for adjustment in move.adjust)
            if move.skill is not None:
                yield move.skill.guest
                yield from (turn.guest for turn in move.skill.guests)
                yield from (walk.guest for walk in move.skill.moves)
        case OperateMove():
            yield from (move.mover, move.keep, *move.party, *(guest for guest, _ in move.rerolls))
            for aside in (*move.assembled, *move.pipped):
                yield from _guests(aside)


def _tiles(move: Move) -> Iterator[str | None]:
    match move:
        case MapMove() | GuideMove():
            yield move.to
        case MascotMove():
            yield move.tile
            if move.skill is not None:
                yield move.skill.to
                yield from (each.to for each in move.skill.moves)
        case OperateMove():
            yield from (move.tile, move.to)
            for aside in (*move.assembled, *move.pipped):
                yield from _tiles(aside)


def _bag_fault(game: Game, position: Position, verdict: OperateVerdict) -> GameBroken | None:
    """In the solo game discarded dice do not go to the bag, so that swaps find fewer dice there."""
    if not game.table.solo or game.table.says(Ruling.SKILL_SWAP_FROM_BAG, Choice.REFUSE):
        return None
    bag = game.bag
    before = start(position)
    for number, step in enumerate(verdict.steps):
        for old, new in zip(before.guests, step.after.guests, strict=True):
            if old is not None and new is not None and old.colour is not new.colour:
                bag = bag.plus([new.colour], -1).plus([old.colour])
        if min(bag) < 0:
            return GameBroken(GameRule.OPERATE_BAG, "The bag holds no such die to swap for.", number)
        before = step.after
    return None


def _claim_fault(event: OperatePark, verdict: OperateVerdict) -> GameBroken | None:
    for name, claimed, must in (("stars", event.stars, verdict.stars), ("dollars", event.money, verdict.money)):
        if claimed is not None and claimed != must:
            return GameBroken(
                GameRule.OPERATE_CLAIM, f"{event.by} counts {claimed} {name} for this phase; the moves bring {must}."
            )
    return None


def _after(game: Game, player: Player, position: Position, verdict: OperateVerdict) -> Game:
    """With the guests where they went; discarded dice are in the bag, swapped dice too."""
    stay: list[Guest] = []
    gone: list[Guest] = []
    for guest, now in zip(position.guests, verdict.reached.guests, strict=True):
        if now is None:
            gone.append(replace(guest, colour=_last_colour(verdict, len(stay) + len(gone), guest)))
        else:
            stay.append(Guest(guest.id, now.colour, now.value, now.at, guest.vip))
    stay.sort(key=lambda guest: int(guest.id[1:]))
    bag = game.bag.plus(guest.colour for guest in player.guests)
    bag = bag.plus((guest.colour for guest in (*stay, *gone)), -1)
    game = discard(changed(game, bag=bag), (guest.colour for guest in gone))
    player = changed(player, guests=tuple(stay), operated=verdict, discards=(*player.discards, *gone))
    return game.with_player(player)


def _last_colour(verdict: OperateVerdict, index: int, guest: Guest) -> Colour:
    """The colour that a discarded guest had when it left: a skill may have swapped it before."""
    colour = guest.colour
    for step in verdict.steps:
        now = step.after.guests[index]
        if now is None:
            break
        colour = now.colour
    return colour


FAMILIES: dict[type, EventFamily[Any]] = {OperatePark: EventFamily((), operate)}
