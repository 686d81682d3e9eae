"""A visitor of the page, who counts taps and notes what goes wrong."""

import json
import time
from importlib.resources import files
from pathlib import Path
from typing import Any

from playwright.sync_api import ConsoleMessage, Locator, Page, ViewportSize

SIZES: dict[str, ViewportSize] = {"phone": {"width": 360, "height": 740}, "desktop": {"width": 1280, "height": 800}}
FIXTURES = Path(__file__).parents[2] / "fixtures" / "theme_park"
EXPECTED = (
    "status of 414",
    "ERR_FAILED",
    "status of 422",
    "ERR_CONNECTION_REFUSED",
    "ERR_INTERNET_DISCONNECTED",
    "registration blocked by Playwright",
)
PATIENCE = 60.0
KEPT = "localStorage.getItem(`park-advisor/draft/${sessionStorage.getItem('park-advisor/tab')}`)"
"""The park that the tab shows, as the browser keeps it."""
TABS = ("Park", "Best", "Judge", "Share")

SHOW_ALL = """try {
  if (!localStorage.getItem("park-advisor-habits")) localStorage.setItem("park-advisor-habits", '{"hint": 3}');
} catch { /* a page without storage */ }"""
"""Who has been here before likes to see all of an answer."""


def fixture(name: str) -> Any:
    return json.loads((FIXTURES / name).read_text("utf-8"))


class Visit:
    def __init__(self, page: Page, server: str, path: str = "/", *, first: bool = False) -> None:
        self.page, self.server = page, server
        self.taps = 0
        self.errors: list[str] = []
        self.asked: list[str] = []
        page.on("console", self._hear)
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("request", lambda request: self.asked.append(request.url))
        self.first = first
        if not first:
            page.add_init_script(SHOW_ALL)
        self.go(path)

    def go(self, path: str) -> None:
        self.page.goto(path if path.startswith("http") else self.server + path)
        self.ready()
        if not self.first and self.page.locator("body.welcome").count():  # past the first screen
            self.page.locator('[data-key="begin/introductory"]').click()

    def ready(self) -> None:
        self.page.wait_for_selector("body[data-ready], .swagger-ui")

    def _hear(self, message: ConsoleMessage) -> None:
        expected = any(words in message.text for words in EXPECTED)
        if message.type in ("error", "warning") and not expected:
            self.errors.append(message.text)

    def tap(self, what: str | Locator) -> None:
        place = self.page.locator(what) if isinstance(what, str) else what
        if self.page.viewport_size == SIZES["phone"]:
            place.tap()
        else:
            place.click()
        self.taps += 1

    def key(self, key: str) -> None:
        """Tap what carries this key."""
        self.tap(f'[data-key="{key}"]')

    def unfold(self, key: str) -> None:
        """Open what is folded in, if it is."""
        folded = self.page.locator(f'details[data-key="{key}"]')
        folded.wait_for()
        if folded.get_attribute("open") is None:
            self.tap(folded.locator("> summary"))

    def tab(self, name: str) -> None:
        self.key(f"tab/{name.lower()}")

    def until(self, expression: str) -> None:
        """Wait until ``expression`` holds in the page, whose policy forbids what playwright would do."""
        end = time.monotonic() + PATIENCE
        while not self.page.evaluate(expression):
            assert time.monotonic() < end, f"never came true: {expression}"
            self.page.wait_for_timeout(20)

    def hex(self, q: int, r: int) -> None:
        """Tap a hex; empty ones are shown first if they are not."""
        hex_ = self.page.locator(f'[data-hex="{q},{r}"]')
        if not hex_.count():
            self.key("add-tile")
        self.tap(hex_)

    def tile(self, tile: str) -> None:
        self.tap(f'.park [data-tile="{tile}"]')

    def doc(self) -> Any:
        """The position and the moves that the page keeps."""
        return json.loads(self.page.evaluate(KEPT))["doc"]

    def position(self) -> Any:
        """The position that the page keeps."""
        return self.doc()["position"]

    def open_example(self, name: str) -> None:
        """One of the rulebook's, without the taps that lead there."""
        script = """async (name) => {
          const { examples, openPosition } = await import("/web/js/share.js");
          const { position, moves } = examples.list.find((each) => each.name === name);
          openPosition(position, moves, { tab: "park" });
        }"""
        self.page.evaluate(script, name)

    def open_park(self, position: Any, tab: str = "park") -> None:
        """Any position document."""
        script = (
            "([position, tab]) => import('/web/js/share.js').then((share) => share.openPosition(position, [], {tab}))"
        )
        self.page.evaluate(script, [position, tab])

    def solve(self) -> None:
        self.tab("Best")
        self.key("solve")
        self.page.wait_for_selector(".headline", timeout=60_000)
        self.page.wait_for_selector("#search", state="hidden", timeout=60_000)

    def guests(self) -> dict[str, str]:
        """Where the board draws each guest."""
        places: dict[str, str] = self.page.eval_on_selector_all(
            ".park [data-guest]",
            "dice => Object.fromEntries(dice.map((die) => [die.dataset.guest, die.getAttribute('transform')]))",
        )
        return places

    def too_wide(self) -> bool:
        """Whether one would have to scroll sideways."""
        wide: bool = self.page.evaluate("document.documentElement.scrollWidth > window.innerWidth")
        return wide

    def accessibility(self, *rules: str) -> list[str]:
        """Serious findings of axe-core on what the page shows now, by all its rules or by some."""
        if not self.page.evaluate("'axe' in window"):
            self.page.evaluate((files("axe_playwright_python") / "axe.min.js").read_text("utf-8"))
        asked = {"resultTypes": ["violations"]} | ({"runOnly": list(rules)} if rules else {})
        found = self.page.evaluate("(asked) => axe.run(asked)", asked)["violations"]
        return [
            f"{each['id']}: {node['html'][:150]} {node['failureSummary'][:200]}"
            for each in found
            if each["impact"] in ("serious", "critical")
            for node in each["nodes"]
        ]
