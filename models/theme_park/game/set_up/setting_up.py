"""Set-up: objectives, the order of players, and what each is dealt and keeps."""

from collections import Counter
from typing import Any

from models.shared.hexgrid import Hex
from models.shared.phrases import count, listing
from models.shared.rulebook import rule
from models.theme_park.attraction import Innovation, Tile
from models.theme_park.cards import Skill
from models.theme_park.expansions import ADMINISTRATORS_OF, SKILLS_OF
from models.theme_park.game.events import (
    ChooseAdministrator,
    ChooseAttraction,
    ChooseHand,
    ChooseSkill,
    PlaceObjectives,
    StartOrder,
)
from models.theme_park.game.frozen import changed
from models.theme_park.game.ids import PlayerId
from models.theme_park.game.rules import EventFamily, GameRule, always, cited_by
from models.theme_park.game.set_up.start_boards import first_place_fault, lying
from models.theme_park.game.sheet import Row
from models.theme_park.game.state import ENTRANCE, START_MONEY, Dice, Game, Player
from models.theme_park.game.table import HAND_OF_SOLO, Table
from models.theme_park.game.variant import Stack, Step
from models.theme_park.operate.phrases import card_name
from models.theme_park.operate.position import Expansion
from models.theme_park.rulings import Choice, Ruling

DEALT = 2
"""Cards or tiles dealt to each player, who keeps one (rulebook, Setup 17, 18, 21)."""


def begin(table: Table) -> Game:
    """The game before its first event: dice in the bag, money, maps, mascot, staff, the Entrance."""
    return Game(
        table=table,
        players=tuple(_seated(table, player) for player in table.players),
        bag=Dice(*(table.dice_of_each_colour,) * 3),
        step=Step.MAIN_BOARD,
        target=table.box.overlay.target if table.solo and table.box.overlay else None,
    )


def _seated(table: Table, player: PlayerId) -> Player:
    ridden = Innovation.CABLE_CAR if table.has(Expansion.INNOVATIONS) else None
    entrance = Tile(ENTRANCE, Hex(0, 0), table.box.entrance, table.box.entrance_upgrades, ridden)
    hand = () if table.chooses_hand else table.staff_set * table.sets_a_player
    return Player(player, (entrance, *lying(table.box.start_board)), tuple(sorted(hand)), Row(0, money=START_MONEY))


@rule(GameRule.OBJECTIVES)
def each_marked_round_has_an_objective(game: Game, event: PlaceObjectives) -> str | None:
    """One objective below each of the marked rounds, each a different card."""
    rounds = game.table.objective_rounds
    if not rounds:
        return f"Objectives lie out; a solo game has goals in their place (ruling {Ruling.SOLO_OBJECTIVES})."
    if len(event.placed) == len(rounds) == len(set(event.placed)):
        return None
    marked = listing(str(number) for number in rounds)
    return f"{count(len(set(event.placed)), 'objective')} lie out; one different card belongs below each of the rounds {marked}."


@rule(GameRule.OBJECTIVE_DECK)
def objectives_come_from_the_deck(game: Game, event: PlaceObjectives) -> str | None:
    """Cards of the promo pack only with it, and with it alone by the ruling ``promo.objectives``."""
    cards = game.table.box.objectives
    new = [name for name, card in cards.items() if card.expansion is Expansion.PROMO]
    if not game.table.has(Expansion.PROMO):
        strange = [name for name in event.placed if name in new]
        return f"Objective {strange[0]} is of the promo pack, which is not in play." if strange else None
    old = [name for name in event.placed if name not in new]
    if not old or not new or game.table.says(Ruling.PROMO_OBJECTIVES, Choice.SHUFFLED_IN):
        return None
    return f"Objective {old[0]} is not of the promo pack, whose objectives are played alone (ruling {Ruling.PROMO_OBJECTIVES})."


@rule(GameRule.OBJECTIVE_CODES)
def codes_of_objectives_differ(game: Game, event: PlaceObjectives) -> str | None:
    """No two objectives of one colour code."""
    codes = Counter(game.table.box.objectives[each].code for each in event.placed)
    twice = [code for code, number in codes.items() if number > 1]
    return f"Two objectives have the colour code {twice[0]}; the second is replaced by another." if twice else None


def place_objectives(game: Game, event: PlaceObjectives) -> Game:
    """The game with the objectives laid out."""
    return changed(game, objectives=event.placed)


@rule(GameRule.START_ORDER)
def every_player_has_a_place(game: Game, event: StartOrder) -> str | None:
    """Each player's marker stands once on the track, which a solo game does without."""
    if game.table.solo:
        return "Turn order markers stand on the track; a solo game has no turn order."
    if sorted(event.order) == sorted(game.table.players):
        return None
    return f"The markers stand as {listing(event.order)}; each of {listing(game.table.players)} has one place."


def set_order(game: Game, event: StartOrder) -> Game:
    """The game with the turn markers in their order."""
    return changed(game, order=event.order)


@rule(GameRule.SOLO_HAND)
def the_hand_is_of_the_two_sets(game: Game, event: ChooseHand) -> str | None:
    """12 of the 16 cards of two player colours (rulebook, Solo Rules, Promo Pack 1)."""
    if len(event.staff) != HAND_OF_SOLO:
        return f"The hand has {count(len(event.staff), 'card')}; a solo game is played with {HAND_OF_SOLO}."
    more = Counter(event.staff) - Counter(game.table.staff_set * game.table.sets_a_player)
    return f"The two sets do not hold so many of {listing(more)}." if more else None


def take_hand(game: Game, event: ChooseHand) -> Game:
    """The chosen cards are the hand."""
    return game.change(event.by, hand=tuple(sorted(event.staff)))


@rule(GameRule.DEAL)
def two_administrators_are_dealt(game: Game, event: ChooseAdministrator) -> str | None:
    """Two cards of the deck that nobody else was dealt."""
    if len(event.dealt) != DEALT:
        return _dealt(event.by, len(event.dealt), "administrator")
    out = [card for player in game.players for card in player.dealt_administrators]
    if event.dealt[0] == event.dealt[1] or any(card in out for card in event.dealt):
        return f"{event.by} was dealt an administrator that is already out; there is one card of each."
    for card in event.dealt:
        expansion = ADMINISTRATORS_OF.get(card.kind)
        if expansion is not None and not game.table.has(expansion):
            return f"{event.by} was dealt the administrator of {expansion.capitalize()}, which is not in play."
    deck = game.table.box.administrators
    strange = [card for card in event.dealt if deck is not None and card not in deck]
    return f"{event.by} was dealt {card_name(strange[0])}, which is no administrator of this box." if strange else None


@rule(GameRule.KEEP)
def the_kept_administrator_was_dealt(game: Game, event: ChooseAdministrator) -> str | None:
    """The administrator that is kept is one of the two dealt."""
    return None if event.keep in event.dealt else f"{event.by} keeps {card_name(event.keep)}, which was not dealt."


def keep_administrator(game: Game, event: ChooseAdministrator) -> Game:
    """The administrator lies in the staging area."""
    return game.change(event.by, administrator=event.keep, dealt_administrators=event.dealt)


@cited_by(always("skill"))
@rule(GameRule.DEAL)
def two_skills_are_dealt(game: Game, event: ChooseSkill) -> str | None:
    """Two skill cards of the deck are dealt."""
    if len(event.dealt) != DEALT:
        return _dealt(event.by, len(event.dealt), "skill")
    return deck_fault(game, (*game.skills_dealt, *event.dealt))


@cited_by(always("skill"))
@rule(GameRule.KEEP)
def the_kept_skill_was_dealt(game: Game, event: ChooseSkill) -> str | None:
    """The skill card that is kept is one of the two dealt."""
    return None if event.keep in event.dealt else f"{event.by} keeps {card_name(event.keep)}, which was not dealt."


def keep_skill(game: Game, event: ChooseSkill) -> Game:
    """The mascot stands on the skill; the other card is returned once everyone has chosen."""
    game = changed(game, skills_dealt=(*game.skills_dealt, *event.dealt))
    return game.change(event.by, skills=(event.keep,))


def deck_fault(game: Game, out: tuple[Skill, ...]) -> str | None:
    """What is wrong with these skill cards being out of the deck at the same time."""
    table = game.table
    for card, number in Counter(out).items():
        expansion = SKILLS_OF.get(card.kind)
        if expansion is not None and not table.has(expansion):
            return f"{card_name(card)} is a skill of {expansion.capitalize()}, which is not in play."
        if table.box.skills is not None and card not in table.box.skills:
            return f"{card_name(card)} is no skill card of this box."
        copies = table.skill_copies(expansion)
        if number > copies:
            return f"{card_name(card)} is out {number} times; the deck has {count(copies, 'card')} of it."
    if len(set(out)) > table.skill_cards:
        return f"{len(set(out))} different skill cards are out; the deck has {table.skill_cards}."
    if len(out) > table.skill_deck:
        return f"{len(out)} skill cards are out; the deck has {table.skill_deck}."
    return None


@cited_by(always("attraction"))
@rule(GameRule.DEAL)
def two_attractions_are_dealt(game: Game, event: ChooseAttraction) -> str | None:
    """Two tiles of stack A that nobody else was dealt."""
    if len(event.dealt) != DEALT:
        return _dealt(event.by, len(event.dealt), "attraction tile")
    for tile in event.dealt:
        if tile in game.dealt or event.dealt.count(tile) > 1:
            return f"Tile {tile} was dealt twice; there is one of each."
        if game.table.box.tiles[tile].stack is not Stack.A:
            return f"Tile {tile} is of stack B; the first attraction is of stack A."
    return None


@cited_by(always("attraction"))
@rule(GameRule.KEEP)
def the_kept_attraction_was_dealt(game: Game, event: ChooseAttraction) -> str | None:
    """The attraction that is kept is one of the two dealt."""
    return None if event.keep in event.dealt else f"{event.by} keeps tile {event.keep}, which was not dealt."


@rule(GameRule.FIRST_PLACE)
def the_first_attraction_lies_where_shown(game: Game, event: ChooseAttraction) -> str | None:
    """On one of the positions shown, where they are entered; beside a tile of the board in any case."""
    return first_place_fault(game, game.by_id[event.by], event.keep, event.hex)


def keep_attraction(game: Game, event: ChooseAttraction) -> Game:
    """The tile lies in the park for nothing; the other goes back into the stack once everyone has chosen."""
    game = changed(game, dealt=game.dealt | set(event.dealt), seen=game.seen | {event.keep})
    player = game.by_id[event.by]
    tile = Tile(event.keep, event.hex, game.table.box.tiles[event.keep].attraction)
    return game.with_player(changed(player, tiles=(*player.tiles, tile)))


def _dealt(by: PlayerId, number: int, what: str) -> str:
    return f"{by} was dealt {count(number, what)}; each player is dealt two and keeps one."


FAMILIES: dict[type, EventFamily[Any]] = {
    PlaceObjectives: EventFamily(
        (each_marked_round_has_an_objective, objectives_come_from_the_deck, codes_of_objectives_differ),
        place_objectives,
    ),
    StartOrder: EventFamily((every_player_has_a_place,), set_order),
    ChooseHand: EventFamily((the_hand_is_of_the_two_sets,), take_hand),
    ChooseAdministrator: EventFamily(
        (two_administrators_are_dealt, the_kept_administrator_was_dealt), keep_administrator
    ),
    ChooseSkill: EventFamily((two_skills_are_dealt, the_kept_skill_was_dealt), keep_skill),
    ChooseAttraction: EventFamily(
        (two_attractions_are_dealt, the_kept_attraction_was_dealt, the_first_attraction_lies_where_shown),
        keep_attraction,
    ),
}
