"""The table's part of a game: dice drawn, cards and tiles dealt, all from one seeded source of chance."""

from collections import Counter
from random import Random
from typing import TypeVar

from models.theme_park.cards import Administrator, Skill
from models.theme_park.expansions import SKILLS_OF
from models.theme_park.game.events import (
    Die,
    Display,
    DrawSoloCard,
    FillMonorails,
    PlaceGoals,
    PlaceObjectives,
    StartOrder,
)
from models.theme_park.game.ids import GoalId, ObjectiveId
from models.theme_park.game.phases.welcome import returned
from models.theme_park.game.set_up.displays import coming_round, skills_out, skills_to_deal, stack_left
from models.theme_park.game.set_up.setting_up import DEALT
from models.theme_park.game.state import Game
from models.theme_park.game.variant import Stack
from models.theme_park.guests import GUEST_COLOURS, Colour, TileId
from models.theme_park.operate.position import Expansion
from models.theme_park.rulings import Choice, Ruling

T = TypeVar("T")


class Dealer:
    """Deals what chance decides. The box must name every card of its decks."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng

    def shuffled(self, things: list[T]) -> list[T]:
        """The same things in a random order."""
        return self.rng.sample(things, len(things))

    def objectives(self, game: Game) -> PlaceObjectives:
        """One objective a marked round, no colour code twice."""
        placed: dict[str, ObjectiveId] = {}
        cards = game.table.box.objectives
        only_new = game.table.has(Expansion.PROMO) and game.table.says(Ruling.PROMO_OBJECTIVES, Choice.ONLY_NEW)
        for name in self.shuffled([each for each in cards if cards[each].expansion or not only_new]):
            placed.setdefault(cards[name].code, name)
        return PlaceObjectives(tuple(placed.values())[: len(game.table.objective_rounds)])

    def goals(self, game: Game) -> PlaceGoals:
        """Draws one goal for each marked round."""
        overlay = game.table.box.overlay
        assert overlay is not None
        placed: list[tuple[int, GoalId]] = []
        for number, (deck, _) in sorted(overlay.spaces.items()):
            taken = {goal for _, goal in placed}
            goals = [name for name, goal in game.table.box.goals.items() if goal.deck is deck and name not in taken]
            placed.append((number, self.rng.choice(goals)))
        return PlaceGoals(tuple(placed))

    def fill(self, game: Game) -> FillMonorails:
        """Draws the dice of the monorails one by one."""
        bag = [colour for colour, number in zip(GUEST_COLOURS, returned(game).bag, strict=True) for _ in range(number)]
        drawn = iter(self.shuffled(bag))
        dice: list[tuple[Die, ...]] = []
        for values in game.table.box.monorails.values():
            dice.append(tuple(Die(colour, value) for value, colour in zip(values, drawn, strict=False)))
        return FillMonorails(tuple(dice))

    def start_order(self, game: Game) -> StartOrder:
        """Draws the order of the players by lot."""
        return StartOrder(tuple(self.shuffled(list(game.table.players))))

    def administrators(self, game: Game) -> tuple[Administrator, ...]:
        """Two cards that nobody was dealt."""
        out = [card for player in game.players for card in player.dealt_administrators]
        deck = [card for card in game.table.box.administrators or () if card not in out]
        return tuple(self.rng.sample(deck, DEALT))

    def first_skills(self, game: Game) -> tuple[Skill, ...]:
        """Deals two skill cards of the deck."""
        return tuple(self.rng.sample(self._skill_deck(game, game.skills_dealt), DEALT))

    def first_attractions(self, game: Game) -> tuple[TileId, ...]:
        """Deals two tiles of stack A."""
        return tuple(self.rng.sample(self._stack(game, Stack.A, game.dealt), DEALT))

    def draw(self, game: Game) -> Colour | None:
        """One die from the bag, or None when it is empty."""
        bag = [colour for colour, number in zip(GUEST_COLOURS, game.bag, strict=True) for _ in range(number)]
        return self.rng.choice(bag) if bag else None

    def solo_card(self, game: Game) -> DrawSoloCard:
        """The top card of the deck."""
        return DrawSoloCard(
            self.rng.choice([card for card in game.table.box.solo_cards if card not in game.solo_cards])
        )

    def display(self, game: Game) -> Display:
        """The display of the coming round."""
        stack = game.table.stack_of(coming_round(game))
        number = min(game.table.displayed, stack_left(game, stack))
        tiles = self.rng.sample(self._stack(game, stack, game.seen), number)
        return Display(tuple(tiles), self._new_skills(game))

    def _new_skills(self, game: Game) -> tuple[Skill, ...]:
        number, out = skills_to_deal(game), skills_out(game)
        deck = self._skill_deck(game, out) if number else []
        if len(deck) >= number:
            return tuple(self.rng.sample(deck, number))
        held = tuple(skill for player in game.players for skill in player.skills)
        reshuffled = self._skill_deck(game, (*held, *deck))
        return tuple(self.shuffled(deck) + self.rng.sample(reshuffled, number - len(deck)))

    def _skill_deck(self, game: Game, out: tuple[Skill, ...]) -> list[Skill]:
        table = game.table
        full: Counter[Skill] = Counter()
        for card in table.box.skills or ():
            full[card] = table.skill_copies(SKILLS_OF.get(card.kind))
        return sorted((full - Counter(out)).elements(), key=lambda card: (card.kind, card.colour or ""))

    def _stack(self, game: Game, stack: Stack, out: frozenset[TileId]) -> list[TileId]:
        return [name for name, tile in game.table.box.tiles.items() if tile.stack is stack and name not in out]
