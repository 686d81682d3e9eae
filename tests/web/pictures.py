"""``python -m tests.web.pictures [SERVER]``: the screenshots in the READMEs, taken anew from a running server."""

from io import BytesIO
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, sync_playwright

from tests.commands import reader
from tests.web.chromium import ARGUMENTS, chromium
from tests.web.tapping import tap_out
from tests.web.visit import FIXTURES, SIZES, Visit, fixture

PARK = "bench/made_up/positions/made-up-introductory-08.json"
EXAMPLE = "rulebook/log-flume-to-duck-pond.json"
WRONG = {"do": "operate", "tile": "log-flume", "party": ["g1"], "mover": "g1", "to": "ferris-wheel"}
STEP = 4
MANOR = "e-a-b; a: 4 red office; b: 2/3, * blue library"
COLOURS = 128
QUIET_MS = 4_000
SERVER = "http://127.0.0.1:8000"


def visitor(browser: Browser, server: str, size: str) -> Visit:
    context = browser.new_context(viewport=SIZES[size], has_touch=size == "phone", reduced_motion="reduce")
    context.set_default_timeout(300_000)
    return Visit(context.new_page(), server)


def best_sequence(browser: Browser, server: str, path: Path) -> None:
    """A made-up park on a desktop, at its fourth move."""
    visit = visitor(browser, server, "desktop")
    visit.open_park(fixture(PARK), "best")
    visit.key("solve")
    visit.page.wait_for_selector(".headline")
    visit.key("How much to show/2")
    for _ in range(STEP):
        visit.key("next")
    take(visit, path)


def judged_move(browser: Browser, server: str, path: Path) -> None:
    """A wrong move on a phone."""
    visit = visitor(browser, server, "phone")
    visit.open_park(fixture(EXAMPLE)["position"], "judge")
    tap_out(visit, WRONG)
    visit.page.wait_for_selector(".verdict.illegal")
    take(visit, path)


def grand_opening(browser: Browser, server: str, path: Path) -> None:
    """A roll in a manor of Dice Manor, answered on a desktop, with the room that is being changed folded away."""
    visit = visitor(browser, server, "desktop")
    visit.go("/dice-manor")
    visit.page.locator("[data-key=manor]").fill(MANOR)
    for _ in range(3):
        visit.key("Dice to place/less")
    for number in (4, 4, 2, 1):
        visit.key(f"die/{number}")
    visit.key("solve")
    visit.page.wait_for_selector(".options li")
    visit.page.set_viewport_size({"width": 720, "height": 1400})
    visit.page.evaluate("scrollTo(0, 0)")
    take(visit, path)


def take(visit: Visit, path: Path) -> None:
    visit.page.wait_for_timeout(QUIET_MS)  # until nothing is said any more
    seen = Image.open(BytesIO(visit.page.screenshot()))
    seen.convert("RGB").quantize(COLOURS).save(path, optimize=True)


def main(server: str = SERVER) -> None:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=ARGUMENTS)
        best_sequence(browser, server, FIXTURES / "pictures/best-sequence.png")
        judged_move(browser, server, FIXTURES / "pictures/judged-move.png")
        grand_opening(browser, server, FIXTURES.parent / "dice_manor/pictures/grand-opening.png")
        browser.close()


if __name__ == "__main__":
    parser = reader("tests.web.pictures", __doc__)
    parser.add_argument("server", nargs="?", default=SERVER)
    main(parser.parse_args().server)
