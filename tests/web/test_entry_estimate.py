"""A whole park of the full game is entered on a phone in less than a minute, by a keystroke-level estimate."""

from collections.abc import Callable

from api import load_position
from models.theme_park.operate.notation import print_position
from tests.web.estimate import Thumb
from tests.web.visit import Visit

MOST_SECONDS = 60.0
PARK = (
    "p1~f~r4~m3~d7~kvalue-by-twoG~kswap-colour~s.guide.manager~akeep-pipsB~t.entrance.0.0.Park__Entrance.x1.a.i1.ukg"
    "~t.haunted-hall.1.-1.Haunted__Hall.g7.Cg2346aa.i1.ug~t.made-up-dodgems.1.0.Made-up__Dodgems.y5.yoae.afirst-aid.uk"
    "~t.made-up-rapids.-1.1.Made-up__Rapids.b4.Hba.acafe~t.made-up-teacups.0.1.Made-up__Teacups.g4.aeae.acafe.ug"
    "~t.made-up-twin-coaster.-1.0.Made-up__Twin__Coaster.y6.Eyg.acafe"
    "~t.wave-swinger.0.-1.Wave__Swinger.b5.boae.i2.aIce__cream.ue~gg3.g1.haunted-hall~gb4.g2.haunted-hall"
    "~gb5.g3.wave-swinger~gy5.g4.made-up-dodgems~gg2.g5.made-up-dodgems~gg6.g6.made-up-teacups~gy4.g7.made-up-twin-coaster"
)


def test_a_park_of_the_full_game_is_entered_in_less_than_a_minute(visit: Callable[..., Visit]) -> None:
    visitor = visit("phone", first=True)
    thumb = Thumb(visitor)
    thumb.key("begin/full")
    for key in ("Round/4", "Maps/3", "Money/7", "staff/guide", "staff/manager"):
        thumb.key(key)
    for key in ("skill/value-by-two/green", "skill/swap-colour", "administrator/keep-pips/blue"):
        thumb.key(key)
    thumb.hex(1, -1)
    thumb.key("write")
    entered(thumb, "Haunted Hall g7 g2346~a~a $1 #g:g3b4", 2)
    thumb.hex(0, -1)
    entered(thumb, "Wave Swinger b5 bo+e $2 @Ice cream #e:b5", 3)
    thumb.hex(1, 0)
    entered(thumb, "dodg #k:y5g2", 4)
    thumb.hex(-1, 1)
    entered(thumb, "rapi", 5)
    thumb.hex(0, 1)
    entered(thumb, "teac #g:g6", 6)
    thumb.hex(-1, 0)
    entered(thumb, "twin:y4", 7)
    print(f"{thumb.taps} taps, {thumb.keys} keys, {thumb.scrolls} scrolls: {thumb.seconds:.1f} s")
    assert print_position(load_position(visitor.position())) == PARK
    assert thumb.seconds < MOST_SECONDS, (thumb.taps, thumb.keys, thumb.scrolls)


def entered(thumb: Thumb, line: str, tiles: int) -> None:
    """The line is written, and the park has so many tiles."""
    thumb.write(line)
    thumb.visitor.until(f"document.querySelectorAll('.park .tile').length === {tiles}")
