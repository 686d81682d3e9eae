"""Operate within a game: the position a player's park is, judged by the one replay of the Operate phase.

A player may tell the phase in several events, between those of others: they are one sequence.
"""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from typing import Any

from models.theme_park.attraction import Tile, Upgrade
from models.theme_park.game.dice import discard
from models.theme_park.game.events import OperatePark
from models.theme_park.game.frozen import changed
from models.theme_park.game.phases.counting import claim_fault
from models.theme_park.game.rules import EventFamily, GameBroken, GameRule
from models.theme_park.game.set_up.start_boards import board_of
from models.theme_park.game.state import Game, Player
from models.theme_park.game.variant import Variant
from models.theme_park.guests import GUEST_COLOURS, Colour, Guest
from models.theme_park.names import NAMES_IN_MOVES, PARTS_OF_MOVES, ParkPart, names_in
from models.theme_park.operate.moves import Move, OperateMove
from models.theme_park.operate.phase import transition
from models.theme_park.operate.position import Position
from models.theme_park.operate.replay import OperateStep, OperateVerdict, replay
from models.theme_park.operate.rules import Rule
from models.theme_park.operate.state import State, start
from models.theme_park.operate.transition import Played


def position_of(game: Game, player: Player) -> Position:
    """The park of a player as the Operate phase finds it."""
    table = game.table
    skills = (*player.skills, *(None,) * (player.mascots - len(player.skills)))
    return Position(
        tiles=tuple(_told(game, player)),
        guests=player.guests,
        game=table.operate_game,
        round=game.round,
        last_round=game.last_round,
        solo=table.solo,
        short=table.variant is Variant.SHORT,
        expansions=table.expansions,
        rulings=table.rulings,
        maps=player.maps,
        mascots=skills,
        staff=player.played,
        administrator=player.administrator,
        money=player.money,
        bag=tuple(zip(GUEST_COLOURS, game.bag, strict=True)),
    )


def _told(game: Game, player: Player) -> Iterator[Tile]:
    """The tiles of a player; where the box prints more upgrades than the rulebook, which of them are installed is said."""
    board = board_of(game, player)
    printed = {tile.id: tile.upgrades for tile in board.tiles} if board else {}
    for tile in player.tiles:
        if tile.is_entrance:
            installed = tile.upgrades - game.table.box.entrance_upgrades
            said = bool(installed) or Upgrade.SPECIAL_EFFECT in tile.upgrades
        else:
            installed = tile.upgrades - printed.get(tile.id, frozenset())
            said = bool(printed.get(tile.id))
        yield replace(tile, installed=installed) if said else tile


def operate(game: Game, event: OperatePark) -> Game | GameBroken:
    """The park after the moves, or the first thing wrong: a name, a rule of the phase, a claim.

    A player's events of a phase are one sequence: cubes, maps, mascots and dice are as the last one left them
    (rulebook, Operate: all players run their parks simultaneously).
    """
    player = game.by_id[event.by]
    position, before = resumed(game, player)
    stranger = next(_strange(position, event.moves), None)
    verdict = replay(position, event.moves if stranger is None else event.moves[: stranger[0]], before)
    if verdict.violation is not None:
        broken = verdict.violation
        if broken.rule is Rule.SKILL_BAG and game.table.solo:
            return GameBroken(GameRule.OPERATE_BAG, broken.message, broken.step)
        return GameBroken(broken.rule, broken.message, broken.step, broken.source, broken.page)
    if stranger is not None:
        number, name = stranger
        return GameBroken(GameRule.OPERATE_NAMES, f"{event.by}'s park has no {name}.", number)
    return claim_fault(event, position, before, verdict) or _after(game, player, position, before, verdict)


def resumed(game: Game, player: Player) -> tuple[Position, State]:
    """The park as the phase found it, and how far the player has run it."""
    position = position_of(game, player)
    if player.operated is None:
        return position, start(position)
    # Dice of this player that left or were swapped are in the bag already: the rules of the phase add them themselves.
    first, reached = player.guests_at_start, player.operated.reached
    now = (guest.colour for guest in reached.guests if guest is not None)
    bag = game.bag.plus((guest.colour for guest in first), -1).plus(now).plus(reached.set_aside)
    return replace(position, guests=first, bag=tuple(zip(GUEST_COLOURS, bag, strict=True))), reached


def _strange(position: Position, moves: tuple[Move, ...]) -> Iterator[tuple[int, str]]:
    """Names in moves of no guest or tile of the park, each with its move (from 0); of a move guests first."""
    known: dict[ParkPart, Collection[str]] = {ParkPart.GUEST: position.guest_index, ParkPart.TILE: position.tile}
    for number, move in enumerate(moves):
        found = list(names_in(move, lambda field, _: NAMES_IN_MOVES.get(field), PARTS_OF_MOVES))
        for kind, names in known.items():
            yield from ((number, f"{kind} {each.name}") for each in found if each.of is kind and each.name not in names)


def _moments(position: Position, before: State, steps: Iterable[OperateStep]) -> Iterator[State]:
    """The states after each move, and before them those after what was used in its midst."""
    for step in steps:
        if isinstance(step.move, OperateMove) and (step.move.assembled or step.move.pipped):
            played = transition(position, before, step.move)
            assert isinstance(played, Played)
            yield from (part.after for part in played.parts)
        yield step.after
        before = step.after


def _last_colours(position: Position, before: State, verdict: OperateVerdict) -> dict[int, Colour]:
    """The colour that each guest of the position has or had last: a skill may have swapped it."""
    colours: dict[int, Colour] = {}
    for state in (before, *_moments(position, before, verdict.steps)):
        colours |= {index: now.colour for index, now in enumerate(state.guests) if now is not None}
    return colours


def _after(game: Game, player: Player, position: Position, before: State, verdict: OperateVerdict) -> Game:
    """With the guests where they went; discarded dice are in the bag, swapped dice too."""
    last = _last_colours(position, before, verdict)
    stay: list[Guest] = []
    gone: list[Guest] = []
    for index, (guest, now) in enumerate(zip(position.guests, verdict.reached.guests, strict=True)):
        was = before.guests[index]
        if now is not None:
            stay.append(Guest(guest.id, now.colour, now.value, now.at, guest.vip))
        elif was is not None:
            gone.append(replace(guest, colour=last[index]))
    stay.sort(key=lambda guest: int(guest.id[1:]))
    bag = game.bag.plus(guest.colour for guest in player.guests)
    bag = bag.plus((guest.colour for guest in (*stay, *gone)), -1)
    game = discard(changed(game, bag=bag), (guest.colour for guest in gone))
    earlier = player.operated.steps if player.operated is not None else ()
    whole = replace(verdict, steps=(*earlier, *verdict.steps))
    return game.with_player(
        changed(
            player,
            guests=tuple(stay),
            guests_at_start=position.guests,
            operated=whole,
            discards=(*player.discards, *gone),
        )
    )


FAMILIES: dict[type, EventFamily[Any]] = {OperatePark: EventFamily((), operate)}
