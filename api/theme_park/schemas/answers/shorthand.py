"""Answers on what was written."""

from api.schemas.describing import Answer, flag, many, one_of, text, whole
from api.theme_park.schemas.answers.parts import attraction_field
from models.theme_park.attraction import Innovation, Upgrade
from models.theme_park.guests import GUEST_COLOURS
from models.theme_park.shorthand import write_tile


class WrittenGuestAnswer(Answer):
    """A guest die as it was written."""

    colour = one_of(GUEST_COLOURS, "Its colour.")
    value = whole("What it shows.")
    vip = flag("Whether it is a VIP.")


class WrittenTileAnswer(Answer):
    """A tile as it was written, with its guests."""

    name = text("Its name; of those known, the one that was meant.")
    attraction = attraction_field(null=True)
    upgrades = many(one_of(Upgrade, "An upgrade."), "What was installed.", of=lambda tile: sorted(tile.upgrades))
    innovation = one_of(Innovation, "What was installed of the Innovations.", null=True)
    guests = many(WrittenGuestAnswer, "Who stands on it, in the order written.")
    written = text("The line as it would be written.", of=write_tile)


class TilesWrittenAnswer(Answer):
    """Tiles in the order written; `attraction` is null where a known name stands alone."""

    tiles = many(WrittenTileAnswer, "The tiles.", of=lambda tiles: tiles)


class GuestsWrittenAnswer(Answer):
    """What was written to be added to a tile."""

    upgrades = many(one_of(Upgrade, "An upgrade."), "What is installed.", of=lambda added: sorted(added.upgrades))
    innovation = one_of(Innovation, "What is installed of the Innovations.", null=True)
    guests = many(WrittenGuestAnswer, "The guests in the order written.")
