"""Events that chance or a whole sequence decides: what is open in them, in words, with the names that are accepted."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from models.shared.phrases import count, listing
from models.theme_park.cards import Staff
from models.theme_park.game import events as done
from models.theme_park.game.events import Event
from models.theme_park.game.ids import ObjectiveId
from models.theme_park.game.phases.amenities import Bonus, amenity_matches, is_possible
from models.theme_park.game.phases.welcome import returned
from models.theme_park.game.set_up.displays import coming_round, skills_to_deal, stack_left
from models.theme_park.game.set_up.setting_up import objectives_come_from_the_deck
from models.theme_park.game.set_up.start_boards import first_places
from models.theme_park.game.state import Game, Player
from models.theme_park.game.table import HAND_OF_SOLO
from models.theme_park.game.variant import Stack
from models.theme_park.guests import GUEST_COLOURS, HIGHEST, LOWEST
from models.theme_park.operate.phrases import card_name


@dataclass(frozen=True, slots=True)
class Template:
    """``choose``: fields of which any one value is accepted; ``fill``: fields that must be added, in words."""

    by: Player | None
    choose: Mapping[str, tuple[Any, ...]] = field(default_factory=dict)
    fill: Mapping[str, str] = field(default_factory=dict)


def _objectives(game: Game) -> Iterator[Template]:
    if game.table.objective_rounds:
        rounds = listing(str(number) for number in game.table.objective_rounds)
        cards = game.table.box.objectives.items()
        names = _names(f"{name} ({each.code})" for name, each in cards if _may_lie_out(game, name))
        told = f"for the rounds {rounds}, in this order, an objective each, no two of one colour code{names}"
        yield Template(None, fill={"placed": told})


def _may_lie_out(game: Game, name: ObjectiveId) -> bool:
    return objectives_come_from_the_deck.fault(game, done.PlaceObjectives((name,))) is None


def _goals(game: Game) -> Iterator[Template]:
    overlay = game.table.box.overlay
    if game.table.solo and overlay is not None:
        marked = listing(f"{number} (deck {deck})" for number, (deck, _) in sorted(overlay.spaces.items()))
        names = _names(f"{name} ({goal.deck})" for name, goal in game.table.box.goals.items())
        yield Template(None, fill={"placed": f"for each of the rounds {marked} one goal of its deck, or more{names}"})


def _fill(game: Game) -> Iterator[Template]:
    bag = returned(game).bag
    rows = "; ".join(f"{name} shows {', '.join(map(str, values))}" for name, values in game.table.box.monorails.items())
    holds = listing(f"{bag.of(colour)} {colour}" for colour in GUEST_COLOURS)
    told = f'for each monorail its dice from top to bottom, such as "blue-4": {rows}; the bag holds {holds}'
    yield Template(None, fill={"dice": told})


def _hands(game: Game) -> Iterator[Template]:
    cards = Counter(game.table.staff_set * game.table.sets_a_player)
    told = f"{HAND_OF_SOLO} of {listing(f'{number} {card}' for card, number in sorted(cards.items()))}"
    yield from (Template(player, fill={"staff": told}) for player in game.players)


def _administrators(game: Game) -> Iterator[Template]:
    out = {card for player in game.players for card in player.dealt_administrators}
    left = _names(card_name(card) for card in game.table.box.administrators or () if card not in out)
    dealt = f"the two administrators dealt, which nobody else was dealt{left}"
    yield from (Template(player, fill={"dealt": dealt, "keep": "one of the two"}) for player in game.players)


def _skills(game: Game) -> Iterator[Template]:
    deck = _names(card_name(card) for card in game.table.box.skills or ())
    fill = {"dealt": f"the two skill cards dealt{deck}", "keep": "one of the two"}
    yield from (Template(player, fill=fill) for player in game.players)


def _first_attractions(game: Game) -> Iterator[Template]:
    left = [name for name, tile in game.table.box.tiles.items() if tile.stack is Stack.A and name not in game.dealt]
    for player in game.players:
        fill = {"dealt": f"the two tiles dealt, of stack A{_names(left)}", "keep": "one of the two"}
        yield Template(player, {"hex": first_places(game, player)}, fill)


def _displays(game: Game) -> Iterator[Template]:
    stack = game.table.stack_of(coming_round(game))
    number = min(game.table.displayed, stack_left(game, stack))
    left = [name for name, tile in game.table.box.tiles.items() if tile.stack is stack and name not in game.seen]
    fill = {"attractions": f"{count(number, 'tile')} of stack {stack}, as they lie{_names(left)}"}
    skills = skills_to_deal(game)
    yield Template(None, fill=fill | ({"skills": f"{count(skills, 'skill card')} of the deck"} if skills else {}))


def _operations(game: Game) -> Iterator[Template]:
    told = "the moves in the player's park, as check takes them"
    yield from (Template(player, fill={"moves": told}) for player in game.players)


def _names(names: Iterable[str]) -> str:
    known = sorted(names)
    return f": {', '.join(known)}" if known else ""


TEMPLATES: dict[type[Event], Callable[[Game], Iterator[Template]]] = {
    done.PlaceObjectives: _objectives,
    done.PlaceGoals: _goals,
    done.FillMonorails: _fill,
    done.ChooseHand: _hands,
    done.ChooseAdministrator: _administrators,
    done.ChooseSkill: _skills,
    done.ChooseAttraction: _first_attractions,
    done.Display: _displays,
    done.OperatePark: _operations,
}
"""What is open in each kind of event that cannot be listed."""


def bonus_of(game: Game, event: done.Build) -> dict[str, str]:
    """The fields of the amenity bonus that building brings, each with what is accepted; none where it brings none."""
    player = game.by_id[event.by]
    number = amenity_matches(game, player, event)
    if number not in tuple(Bonus) or not is_possible(game, player, event, number):
        return {}
    match Bonus(number):
        case Bonus.SET_GUEST:
            guests = listing((guest.id for guest in player.guests), "or")
            return {"guest": f"for two matching amenities a guest to set: {guests}", "value": f"{LOWEST} to {HIGHEST}"}
        case Bonus.DRAW_DIE:
            bag = listing((f"{colour} ({game.bag.of(colour)} in the bag)" for colour in GUEST_COLOURS), "or")
            return {"draw": f"for three matching amenities the colour of the die drawn: {bag}"}
        case Bonus.FREE_TILE:
            pile = listing(game.discard_pile, "or")
            return {
                "free": f"for four matching amenities a tile of the discard pile: {pile}",
                "free_hex": "a free hex beside a tile of the park",
            }


def more_of(game: Game, event: Event) -> dict[str, str]:
    """Fields that may be added to a listed event, with what is accepted."""
    match event:
        case done.Welcome():
            return _with_guests(game.by_id[event.by])
        case done.Build():
            return bonus_of(game, event)
    return {}


def _with_guests(player: Player) -> dict[str, str]:
    concierges, chaperones = player.plays(Staff.CONCIERGE), player.plays(Staff.CHAPERONE)
    found = {}
    if concierges:
        uses = 'for each use one die by 1 or 2, [{"die": 0, "by": 2}], or two by 1 each'
        found["concierge"] = f"{count(concierges, 'use')} at most; {uses}"
    if chaperones:
        found["vips"] = f"places of dice, from 0, {chaperones} at most"
    return found
