"""Start boards among the printed facts: the starting attractions of a park board, and what contradicts them."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from marshmallow import ValidationError, post_load

from api.schemas.describing import ABSENT
from api.schemas.fields import BoundedInt, BoundedList, EnumField, HexField, NestedObject, StrictSchema, TextField
from api.theme_park.input_limits import MOST_COST
from api.theme_park.schemas.attraction import AttractionField
from models.theme_park.attraction import Upgrade
from models.theme_park.game.box.printed import MOST_SPACES
from models.theme_park.game.box.printed_facts import StartBoard, StartTile
from models.theme_park.game.set_up.start_boards import BoardFault, board_faults, covered
from models.theme_park.game.state import ENTRANCE

MOST_START_TILES = 12
MOST_FIRST_HEXES = 24


def where_known(value: Any) -> Any:
    """A value to be written, left out where it is not known."""
    return ABSENT if value is None else value


FIRST_HEXES = BoundedList(
    HexField(),
    "hexes",
    MOST_FIRST_HEXES,
    least=1,
    load_default=None,
    of=lambda entered: ABSENT if entered.first_hexes is None else sorted(entered.first_hexes),
)
"""Where the first attraction may go, of a box or of one start board."""


class StartTileSchema(StrictSchema):
    """A starting attraction of a park board: its facts, the upgrades printed on it, the cost of each upgrade space."""

    what = "a starting attraction"

    id = TextField("a tile", required=True)
    hex = HexField(required=True)
    attraction = AttractionField(required=True)
    upgrades = BoundedList(
        EnumField(Upgrade),
        "upgrades printed on it",
        len(Upgrade),
        load_default=None,
        of=lambda tile: sorted(tile.upgrades),
    )
    spaces = BoundedList(BoundedInt(0, MOST_COST), "costs of upgrade spaces", MOST_SPACES, load_default=())

    @post_load
    def build(self, data: dict[str, Any], **_: Any) -> StartTile:
        """Makes the starting attraction of the loaded fields."""
        facts, printed = data["attraction"], data["upgrades"]
        upgrades = facts.printed if printed is None else frozenset(printed)
        return StartTile(data["id"], data["hex"], facts.attraction, upgrades, data["spaces"])


class StartBoardSchema(StrictSchema):
    """What a park board shows beside the Park Entrance at [0, 0]."""

    what = "a start board"

    tiles = BoundedList(NestedObject(StartTileSchema), "starting attractions", MOST_START_TILES, required=True)
    first_hexes = FIRST_HEXES

    @post_load
    def build(self, data: dict[str, Any], **_: Any) -> StartBoard:
        """The board; raises every fault in what it shows."""
        hexes = data["first_hexes"]
        board = StartBoard(data["tiles"], None if hexes is None else frozenset(hexes))
        faults = [*board_faults(board)]
        faults += [(("first_hexes", number), detail) for number, detail in covered(board, hexes or ())]
        if faults:
            raise ValidationError(nested(faults))
        return board


def box_faults(data: dict[str, Any]) -> Iterator[BoardFault]:
    """Ids and start boards among printed facts that contradict each other."""
    if ENTRANCE in data["attractions"]:
        yield ("attractions", ENTRANCE), "This id is the Park Entrance's; accepted: another."
    one, several = data["start_board"], data["start_boards"]
    if one is not None and several:
        yield ("start_board",), "Found one start board for everyone beside several by name; accepted: one of the two."
        return
    boards: dict[tuple[str, ...], StartBoard] = {("start_boards", name): board for name, board in several.items()}
    if one is not None:
        boards["start_board",] = one
    yield from _ids(boards, data["attractions"])
    shared = [board for board in boards.values() if board.first_hexes is None]
    if not boards:
        shared = [StartBoard(())]
    told = {number: detail for board in shared for number, detail in covered(board, data["first_hexes"] or ())}
    yield from ((("first_hexes", number), detail) for number, detail in told.items())


def _ids(boards: dict[tuple[str, ...], StartBoard], stacks: dict[str, Any]) -> Iterator[BoardFault]:
    """An id is that of one attraction: of no tile of the stacks too, and of the same one on every board."""
    seen: dict[str, StartTile] = {}
    for place, board in boards.items():
        for number, tile in enumerate(board.tiles):
            at: tuple[str | int, ...] = (*place, "tiles", number, "id")
            if tile.id in stacks:
                yield at, f'Found "{tile.id}", the id of a tile of the stacks; accepted: another id.'
            first = seen.setdefault(tile.id, tile)
            if replace(first, hex=tile.hex) != tile:
                yield at, f'Found "{tile.id}" with other facts than on another start board; accepted: another id.'


def nested(faults: Iterable[BoardFault]) -> dict[str | int, Any]:
    """Faults with their places as the loader tells them."""
    told: dict[str | int, Any] = {}
    for place, detail in faults:
        at = told
        for part in place[:-1]:
            at = at.setdefault(part, {})
        at.setdefault(place[-1], []).append(detail)
    return told
