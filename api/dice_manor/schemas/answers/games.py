"""The answer on a whole game of Dice Manor."""

from operator import attrgetter
from typing import NamedTuple

from marshmallow import fields

from api.dice_manor.schemas.answers.parts import ManorFurtherUnder, ManorRulesInForce, ManorRulingChoice
from api.dice_manor.schemas.answers.verdicts import ManorScore, token_notes, untold_diversity
from api.schemas.describing import Answer, flag, inside, many, one_of, text, whole
from api.schemas.verdicts import Violation, hanging_fields
from models.dice_manor.game.events import end_of
from models.dice_manor.game.judging import GameVerdict
from models.dice_manor.game.state import Game, Phase, Player
from models.dice_manor.rulings import ManorRulings
from models.dice_manor.scoring import EndOfGame, scores, winners
from models.dice_manor.turn import TOKENS_IN_BOX


class RoundEnd(NamedTuple):
    """How the players stood at the end of a round, or of the Grand Opening."""

    after: str
    players: tuple[Player, ...]


class JudgedGame(NamedTuple):
    """A game record judged; ``rulings``: those of the record."""

    verdict: GameVerdict
    rulings: ManorRulings

    @property
    def reached(self) -> Game:
        """The game after the last legal event."""
        return self.verdict.reached

    @property
    def active(self) -> str | None:
        """Whose turn it is in the Bid phase."""
        game = self.reached
        return game.players[game.active].id if game.phase is Phase.BID else None

    @property
    def final(self) -> EndOfGame | None:
        """What the final score depends on, once the Grand Opening is over."""
        return end_of(self.reached) if self.reached.phase in (Phase.END, Phase.OVER) else None

    @property
    def sheet(self) -> list[RoundEnd]:
        """How the players stood at the end of each round, and of the Grand Opening, as far as the game went."""
        ends: dict[str, Game] = {}
        for game in self.verdict.games:
            opening = game.phase in (Phase.OPENING, Phase.END, Phase.OVER)
            ends["grand-opening" if opening else f"round {game.round}"] = game
        return [RoundEnd(after, game.players) for after, game in ends.items()]

    @property
    def most_tokens(self) -> int:
        """The most tokens that players had at once."""
        return TOKENS_IN_BOX - min(game.supply for game in self.verdict.games)

    @property
    def notes(self) -> list[str]:
        """What else is to know."""
        return [*token_notes(self.most_tokens), *(untold_diversity(self.final) if self.final else ())]


class ManorStanding(Answer):
    """What a player has after the last legal event."""

    player = text("The player.", of=attrgetter("id"))
    prestige = whole("Prestige.")
    tokens = whole("Tokens in hand.")
    dice = whole("Dice of the player.", of=attrgetter("owned"))
    unplaced = whole("Dice left to place.")
    unhappy = whole("Unhappy guests.")
    marker = whole("Space of the marker on the Advertising track.")
    bonus_dice = many(fields.Integer(), "Spaces of the bonus dice not yet claimed.", of=attrgetter("bonus"))
    won = many(fields.String(), "Tiles won and not yet built.")
    rooms = many(
        fields.String(), "Rooms of the manor.", of=lambda player: [room.id for room in player.grid.manor.rooms]
    )


class ManorSheetEntry(Answer):
    """What a player had at the end of a round."""

    player = text("The player.", of=attrgetter("id"))
    prestige = whole("Prestige.")
    tokens = whole("Tokens in hand.")


class ManorSheetRow(Answer):
    """The end of a round, or of the Grand Opening."""

    after = text("Of which.")
    players = many(ManorSheetEntry, "What each player had.")


class ManorGameAnswer(Answer):
    """The referee's answer on a game record, of a ``JudgedGame``."""

    legal = flag("Whether every event is legal.", of=lambda judged: judged.verdict.violation is None)
    over = flag("Whether the game came to its end.", of=lambda judged: judged.reached.phase is Phase.OVER)
    events = whole("Events up to the last legal one.", of=lambda judged: len(judged.verdict.games) - 1)
    violation = inside(Violation, null=True, of=attrgetter("verdict.violation"))
    legal_under, further_under, relies_on = hanging_fields(
        "record", ManorRulingChoice, ManorFurtherUnder, attrgetter("verdict")
    )
    round = whole("The round reached.", of=attrgetter("reached.round"))
    phase = one_of(Phase, "The phase reached.", of=attrgetter("reached.phase"))
    active = text("Whose turn it is in the Bid phase; else null.", null=True)
    standings = many(ManorStanding, "What each player has.", of=attrgetter("reached.players"))
    sheet = many(ManorSheetRow, "How the players stood as rounds ended.")
    score = many(
        ManorScore,
        "The final score; null before the end.",
        null=True,
        of=lambda judged: judged.final and scores(judged.final),
    )
    winners = many(
        fields.String(),
        "Who wins; null before the end.",
        null=True,
        of=lambda judged: judged.final and winners(judged.final),
    )
    notes = many(fields.String(), "What else is to know.")
    rules = inside(ManorRulesInForce, of=attrgetter("rulings"))
