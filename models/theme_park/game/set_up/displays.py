"""The displays of attractions and skill cards: dealt from the right stack, left-overs set aside."""

from typing import Any

from models.shared.phrases import count
from models.shared.rulebook import Cited, Told, rule
from models.theme_park.cards import Skill
from models.theme_park.game.events import Display
from models.theme_park.game.frozen import changed
from models.theme_park.game.rules import EventFamily, GameRule, cited_by, in_upkeep
from models.theme_park.game.set_up.setting_up import deck_fault
from models.theme_park.game.state import Game
from models.theme_park.game.variant import Stack
from models.theme_park.rulings import Choice, Ruling


def stack_left(game: Game, stack: Stack) -> int:
    """Tiles that a stack still holds."""
    return game.table.tiles_in_stack(stack) - sum(game.table.box.tiles[tile].stack is stack for tile in game.seen)


def coming_round(game: Game) -> int:
    """The round that a display dealt now is for."""
    return game.round + 1


def skills_out(game: Game) -> tuple[Skill, ...]:
    """Skill cards out of the deck once the old display is set aside."""
    held = tuple(skill for player in game.players for skill in player.skills)
    return (*held, *game.skills, *game.skill_discards)


def skills_to_deal(game: Game) -> int:
    """How many skill cards the new display gets (ruling ``skills.deck-empty``)."""
    if not game.table.variant.has_cards:
        return 0
    held = sum(len(player.skills) for player in game.players)
    if game.table.says(Ruling.SKILLS_DECK_EMPTY, Choice.RESHUFFLE):
        return min(game.table.displayed, game.table.skill_deck - held)
    return min(game.table.displayed, game.table.skill_deck - len(skills_out(game)))


@rule(GameRule.DISPLAY)
def one_more_than_players_lie_out(game: Game, event: Display) -> Told:
    """As many tiles and skill cards as players plus one, or what is left."""
    stack = game.table.stack_of(coming_round(game))
    tiles = min(game.table.displayed, stack_left(game, stack))
    if len(event.attractions) != tiles:
        told = (
            f"The display has {count(len(event.attractions), 'attraction')}; {tiles} are dealt, one more than players."
        )
        return Cited(told, "upkeep") if game.round else told
    skills = skills_to_deal(game)
    if len(event.skills) != skills:
        told = f"The display has {count(len(event.skills), 'skill card')}; {skills} are dealt."
        return Cited(told, "upkeep-skills" if game.round else "skills")
    return None


@cited_by(in_upkeep)
@rule(GameRule.STACK)
def tiles_come_from_the_stack_of_the_round(game: Game, event: Display) -> str | None:
    """Each tile is of the round's stack and was not dealt before."""
    number = coming_round(game)
    stack = game.table.stack_of(number)
    for tile in event.attractions:
        if game.table.box.tiles[tile].stack is not stack:
            return f"Tile {tile} is of stack {game.table.box.tiles[tile].stack}; the display of round {number} is dealt from stack {stack}."
        if tile in game.seen or event.attractions.count(tile) > 1:
            return f"Tile {tile} already left the stack; there is one of each."
    return None


@cited_by(in_upkeep)
@rule(GameRule.SKILL_DECK)
def skills_come_from_the_deck(game: Game, event: Display) -> str | None:
    """The cards are in the deck; when it runs out the discarded cards are shuffled again, by ruling."""
    out = skills_out(game)
    first = game.table.skill_deck - len(out)
    if len(event.skills) <= first or game.table.says(Ruling.SKILLS_DECK_EMPTY, Choice.DEAL_WHAT_IS_LEFT):
        return deck_fault(game, (*out, *event.skills))
    held = tuple(skill for player in game.players for skill in player.skills)
    return deck_fault(game, (*out, *event.skills[:first])) or deck_fault(game, (*held, *event.skills))


def lay_out(game: Game, event: Display) -> Game:
    """Left-overs go to the discard piles and the new display lies out."""
    first = game.table.skill_deck - len(skills_out(game))
    discards = (*game.skill_discards, *game.skills)
    if len(event.skills) > first:
        # What lies out since the deck ran empty was the whole rest of it; the discarded cards are the deck now.
        discards = ()
    return changed(
        game,
        attractions=event.attractions,
        skills=event.skills,
        seen=game.seen | set(event.attractions),
        discard_pile=(*game.discard_pile, *game.attractions),
        skill_discards=discards,
        skills_dealt=(),
        displayed=True,
    )


FAMILIES: dict[type, EventFamily[Any]] = {
    Display: EventFamily(
        (one_more_than_players_lie_out, tiles_come_from_the_stack_of_the_round, skills_come_from_the_deck), lay_out
    )
}
