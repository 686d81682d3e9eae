"""Whole games of players who choose at random among legal turns and places; run to write the golden game again."""

import json
import random

from api.dice_manor.records import load_record
from api.dice_manor.schemas.turns import ManorTurnSchema
from models.dice_manor.building import placings
from models.dice_manor.building_replay import Build
from models.dice_manor.game.events import BuildTile, Collect, End, PlayerTurn, Reset, Reveal, end_of, play
from models.dice_manor.game.state import Phase
from models.dice_manor.next_turns import next_turns
from models.dice_manor.scoring import scores, winners
from tests.commands import reader
from tests.dice_manor.documents import FIXTURES

GOLDEN = FIXTURES / "games" / "made-up-two-players.json"


def head(*players, rulings=None):
    """A record without events."""
    return {
        "of": "dice-manor",
        "version": 1,
        "game": {"players": list(players), "rulings": rulings or {}},
        "box": "made-up",
        "events": [],
    }


def played(record, seed):
    """The events of a whole game drawn with ``seed``, and the games after each."""
    draw, game, events, games = random.Random(seed), load_record(record).begun, [], []
    while game.phase is not Phase.OVER:
        event = drawn(game, draw)
        game = play(game, event)
        events.append(event)
        games.append(game)
    return events, games


def drawn(game, draw):
    """A legal event."""
    return DRAWN[game.phase](game, draw)


def reveal(game, draw):
    stacks = {number: game.next_tiles(number) for number in range(1, 7)}
    return Reveal({number: draw.choice(stack) for number, stack in stacks.items() if stack})


def build(game, draw):
    for player in game.players:
        for tile in player.won:
            places = list(placings(player.grid, game.box.by_id[tile]))
            if places:
                place = draw.choice(places)
                return BuildTile(player.id, Build(tile, place.at, place.turn))
    return Reset()


def end(game, _draw):
    final = end_of(game)
    return End({score.id: score.total for score in scores(final)}, winners(final))


def turn_of(game, player, draw):
    rolled = tuple(draw.randint(1, 6) for _ in range(player.unplaced))
    return PlayerTurn(player.id, draw.choice(list(next_turns(game.seat(player), rolled))).turn)


DRAWN = {
    Phase.REVEAL: reveal,
    Phase.BID: lambda game, draw: turn_of(game, game.players[game.active], draw),
    Phase.COLLECT: lambda _game, _draw: Collect(),
    Phase.BUILD: build,
    Phase.OPENING: lambda game, draw: turn_of(game, next(each for each in game.players if each.unplaced), draw),
    Phase.END: end,
}


def dumped(event):
    """An event as a record has it."""
    match event:
        case Reveal():
            return {"do": "reveal", "tiles": {str(number): tile for number, tile in event.tiles.items()}}
        case PlayerTurn():
            return {**ManorTurnSchema.write(event.turn), "player": event.player}
        case Collect():
            return {"do": "collect"}
        case BuildTile():
            build = event.build
            return {"do": "build", "player": event.player, "tile": build.tile, "at": list(build.at), "turn": build.turn}
        case Reset():
            return {"do": "reset"}
    return {"do": "end", "totals": dict(event.totals), "winners": list(event.winners)}


def main():
    """Write the golden game."""
    reader("tests.dice_manor.random_games", __doc__).parse_args()
    record = head("ann", "bob")
    events, _ = played(record, 4)
    rows = ",\n".join(f"  {json.dumps(dumped(event))}" for event in events)
    text = json.dumps({name: value for name, value in record.items() if name != "events"})[:-1]
    GOLDEN.write_text(f'{text}, "events": [\n{rows}\n]}}\n', encoding="utf-8")


if __name__ == "__main__":
    main()
