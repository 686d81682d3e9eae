"""Rules on the head of a record: who plays what, in which edition, with which parts of the box."""

from models.shared.phrases import count, listing
from models.theme_park.attraction import SPACES, STARTING, overprinted
from models.theme_park.game.box.printed_facts import TARGETS, StartBoard
from models.theme_park.game.rules import GameBroken, GameRule, broken_in
from models.theme_park.game.set_up.start_boards import PARK_BOARDS, board_outside
from models.theme_park.game.table import Table
from models.theme_park.game.variant import Edition, Stack, Variant
from models.theme_park.operate.position import Expansion

MOST_PLAYERS = 4
SPACES_ON_A_MONORAIL = 3
OBJECTIVES, PROMO_OBJECTIVES = 10, 12  # rulebook, Components; Promo Pack, Contents
ADMINISTRATORS = 12  # rulebook, Components; Surprises and Innovations bring one each
GOALS, EXTRA_GOALS = 15, 3  # of each deck (rulebook, Solo Rules, Components)
SOLO_CARDS = 12  # rulebook, Solo Rules, Components

HEAD_RULES = frozenset({GameRule.PLAYERS, GameRule.EDITION, GameRule.BOX})
"""Rules that no event breaks."""


def head_broken(table: Table) -> GameBroken | None:
    """The first thing wrong with a head."""
    for rule, fault in (
        (GameRule.PLAYERS, players_fault(table)),
        (GameRule.EDITION, edition_fault(table)),
        (GameRule.BOX, box_fault(table)),
    ):
        if fault is not None:
            return broken_in("expansions" if rule is GameRule.EDITION and not table.solo else None, rule, fault)
    return None


def players_fault(table: Table) -> str | None:
    """One player solo, two to four otherwise."""
    number = len(table.players)
    if table.variant is Variant.SOLO:
        return None if number == 1 else f"{number} players sit at a solo game, which is for one."
    if 2 <= number <= MOST_PLAYERS:
        return None
    return f"The table has {count(number, 'player')}; the {table.variant} game is for 2 to {MOST_PLAYERS}."


def edition_fault(table: Table) -> str | None:
    """The v3.1 draft knows neither the solo game nor expansions."""
    if table.edition is not Edition.DRAFT:
        return None
    if table.solo:
        return "The v3.1 draft has no solo game."
    extra = sorted(table.expansions)
    return f"The v3.1 draft does not have {', '.join(extra)}." if extra else None


def box_fault(table: Table) -> str | None:
    """The printed facts entered are of as many parts as the box has."""
    return next(
        (
            fault
            for part in (_monorails, _staff, _stacks, _symbols, _decks, _boards, _overlay)
            if (fault := part(table))
        ),
        None,
    )


def _monorails(table: Table) -> str | None:
    monorails = table.box.monorails
    if len(monorails) != table.displayed:
        return f"{count(len(monorails), 'monorail')} lie out; there is one more than players, {table.displayed}."
    for name, values in monorails.items():
        if len(values) != SPACES_ON_A_MONORAIL:
            return f"Monorail {name} has {count(len(values), 'space')}; every monorail carries three guests."
    return None


def _staff(table: Table) -> str | None:
    lacking = [card for card in dict.fromkeys(table.staff_set) if card not in table.box.staff_money]
    return f"The money printed on the staff card {lacking[0]} is not entered." if lacking else None


def _stacks(table: Table) -> str | None:
    for stack in Stack:
        number = sum(tile.stack is stack for tile in table.box.tiles.values())
        most = table.tiles_in_stack(stack)
        if number > most:
            return f"Stack {stack} has {number} tiles entered; the box has {most}."
    return None


def _symbols(table: Table) -> str | None:
    """The reroll symbol comes with Surprises, wherever it is printed."""
    box = table.box
    to_build, to_start = box.tiles.values(), box.start_tiles.values()
    entered = [box.entrance, *(tile.attraction for tile in to_build), *(tile.attraction for tile in to_start)]
    marked = [each.name for each in entered if each.requirement.rerolls]
    if not marked or table.has(Expansion.SURPRISES):
        return None
    return f"{marked[0]} has a slot with the reroll symbol, which comes with {Expansion.SURPRISES.capitalize()}; it is not in play."


def _decks(table: Table) -> str | None:
    """Cards of each deck as entered, against those the box has (rulebook, Components; expansions; Solo Rules)."""
    box, played = table.box, sum(table.has(each) for each in (Expansion.SURPRISES, Expansion.INNOVATIONS))
    goals = GOALS + EXTRA_GOALS * bool(played)
    decks = {
        "objectives": (len(box.objectives), OBJECTIVES + PROMO_OBJECTIVES * table.has(Expansion.PROMO)),
        "administrators": (len(box.administrators or ()), ADMINISTRATORS + played),
        "different skills": (len(box.skills or ()), table.skill_cards),
        "solo cards": (len(box.solo_cards), SOLO_CARDS),
        **{f"goals {deck}": (sum(goal.deck is deck for goal in box.goals.values()), goals) for deck in Stack},
    }
    return next(
        (
            f"{number} {what} are entered; the box has {most}."
            for what, (number, most) in decks.items()
            if number > most
        ),
        None,
    )


def _boards(table: Table) -> str | None:
    """No more than the box has; the one for everyone lies inside the outline of the park, where it was entered."""
    number = len(table.box.start_boards)
    if number > PARK_BOARDS:
        return f"{number} start boards are entered; the box has {PARK_BOARDS} park boards."
    one = table.box.start_board
    boards = [*([one] if one else []), *table.box.start_boards.values()]
    return next((fault for board in boards if (fault := _printed(board))), board_outside(table, one))


def _printed(board: StartBoard) -> str | None:
    """What a position of the park would be refused for: more printed upgrades than there are spaces and starting attractions."""
    names = {tile.id: tile.attraction.name for tile in board.tiles}
    crowded, beyond = overprinted({tile.id: tile.upgrades for tile in board.tiles})
    if crowded:
        return f"More than {SPACES} upgrades are printed on {names[crowded[0]]}; an attraction has up to {SPACES} spaces for them."
    if beyond:
        return f"Upgrades are printed on {STARTING + len(beyond)} attractions of a start board; at most {STARTING} start there beside the Park Entrance."
    return None


def _overlay(table: Table) -> str | None:
    if not table.solo:
        return None
    if table.box.overlay is None:
        return "The overlay of the solo game is not entered."
    if table.box.overlay.side is None:
        return (
            f"The overlay's target is {table.box.overlay.target}; its sides show {listing(map(str, TARGETS.values()))}."
        )
    if not table.box.overlay.spaces:
        return "The overlay marks no round; goals lie below marked rounds."
    return None
