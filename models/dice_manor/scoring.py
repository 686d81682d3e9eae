"""The bonuses at the end of the game, and who wins (Rulebook, End of the Game; Tiebreakers)."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from models.dice_manor.manor import MAGIC, Room, RoomType, doors_both_ways
from models.dice_manor.rulings import Choice, ManorRulings, Ruling

PER_DIE = 3
"""Prestige for each die in the manor at the end of the Grand Opening."""
TOKENS_PER_PRESTIGE = 2
MOST, SECOND = 12, 6
MOST_TIED, SECOND_TIED = 8, 4
TWO_PLAYERS = 2


@dataclass(frozen=True, slots=True)
class Finisher:
    """A player after the Grand Opening; ``prestige``: all earned before, rewards of its paths included."""

    id: str
    prestige: int
    tokens: int
    unhappy: int
    dice_in_manor: int
    rooms: tuple[Room, ...]


@dataclass(frozen=True, slots=True)
class EndOfGame:
    """What the final score depends on; ``diversity``: points by the number of room types, as the box shows them."""

    players: tuple[Finisher, ...]
    diversity: Mapping[int, int]
    rulings: ManorRulings


@dataclass(frozen=True, slots=True)
class Score:
    """A player's points at the end, by where they come from; ``total`` includes the prestige earned before."""

    id: str
    grand_opening: int
    colours: int
    largest: int
    diversity: int
    tokens: int
    total: int


def rooms_of(rooms: Iterable[Room]) -> tuple[Room, ...]:
    """Those that count as rooms: all but the entrance."""
    return tuple(room for room in rooms if room.type is not RoomType.ENTRANCE)


def colour_counts(rooms: Sequence[Room], rulings: ManorRulings) -> Mapping[str, int]:
    """How many rooms of each colour a manor has; a Magic Room is one of each different colour joined to it.

    An entrance is no room: a colour told of it, such as its player's, counts nowhere (Rulebook, Magic Rooms; Largest Manor).
    """
    coloured = rooms_of(rooms)
    by_id = {room.id: room for room in coloured}
    joined, counts = doors_both_ways(coloured), dict[str, int]()
    for room in coloured:
        colours = {*room.colours}
        if MAGIC in colours:
            colours |= {colour for id in joined[room.id] for colour in by_id[id].colours} - {MAGIC}
            if not rulings.says(Ruling.MAGIC_IS_COLOUR, Choice.YES):
                colours.discard(MAGIC)
        for colour in colours:
            counts[colour] = counts.get(colour, 0) + 1
    return counts


def room_types(rooms: Sequence[Room], rulings: ManorRulings) -> int:
    """How many different types of rooms a manor has."""
    types = {room.type for room in rooms_of(rooms)}
    two = RoomType.DINING_KITCHEN in types and rulings.says(Ruling.DINING_KITCHEN_TYPES, Choice.TWO_TYPES)
    return len(types) + two


def majority(counts: Sequence[int], *, least: int = 0, second_pays: bool = True) -> tuple[int, ...]:
    """The bonus of each count: 12 for the most and 6 for the second, 8 or 4 each where tied; none below ``least``."""
    standing = sorted({count for count in counts if count >= least}, reverse=True)
    points = dict.fromkeys(counts, 0)
    if standing:
        first = standing[0]
        alone = counts.count(first) == 1
        points[first] = MOST if alone else MOST_TIED
        if alone and len(standing) > 1 and second_pays:
            points[standing[1]] = SECOND if counts.count(standing[1]) == 1 else SECOND_TIED
    return tuple(points[count] for count in counts)


def scores(end: EndOfGame) -> tuple[Score, ...]:
    """Each player's points, in the order of the players."""
    players, rulings = end.players, end.rulings
    least = 0 if rulings.says(Ruling.MAJORITY_WITHOUT_ROOM, Choice.YES) else 1
    second_pays = len(players) != TWO_PLAYERS or rulings.says(Ruling.SECOND_OF_TWO_PLAYERS, Choice.PAYS)
    counts = [colour_counts(player.rooms, rulings) for player in players]
    colours = [0] * len(players)
    for colour in sorted({colour for each in counts for colour in each}):
        bonus = majority([each.get(colour, 0) for each in counts], least=least, second_pays=second_pays)
        colours = [before + more for before, more in zip(colours, bonus, strict=True)]
    largest = majority([len(rooms_of(player.rooms)) for player in players], second_pays=second_pays)
    return tuple(
        _score(player, colours[seat], largest[seat], end.diversity.get(room_types(player.rooms, rulings), 0))
        for seat, player in enumerate(players)
    )


def _score(player: Finisher, colours: int, largest: int, diversity: int) -> Score:
    opening, tokens = PER_DIE * player.dice_in_manor, player.tokens // TOKENS_PER_PRESTIGE
    total = player.prestige + opening + colours + largest + diversity + tokens
    return Score(player.id, opening, colours, largest, diversity, tokens, total)


def winners(end: EndOfGame) -> tuple[str, ...]:
    """Who wins: most prestige, then more rooms, then fewer unhappy guests; several share what is still tied."""
    standing = {
        player.id: (score.total, len(rooms_of(player.rooms)), -player.unhappy)
        for player, score in zip(end.players, scores(end), strict=True)
    }
    best = max(standing.values())
    return tuple(id for id, each in standing.items() if each == best)
