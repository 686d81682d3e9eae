"""How long entering takes by a keystroke-level estimate: taps, keys and scrolls of a visitor, counted as they happen."""

from tests.web.visit import Visit

TAP, KEY, SCROLL = 1.3, 0.3, 0.9
"""Seconds of each, as for a practised thumb."""
OF_A_SCREEN = 0.6
"""Of the height of the screen that one scroll moves."""
ROOM = 70
"""Pixels below the park to which what is wanted is scrolled up, so that what follows is seen too."""
FAR = """([place, room]) => {
  if (!place.isConnected) return null;
  const box = place.getBoundingClientRect();
  const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
  const top = document.elementFromPoint(x, y);
  if (top && (place.contains(top) || top.contains(place) && top.closest("svg"))) return 0;
  const stage = document.getElementById("stage").getBoundingClientRect();
  return Math.round(y - Math.max(0, stage.bottom) - room);
}"""


class Thumb:
    """A visitor whose taps, keys and scrolls are counted."""

    def __init__(self, visitor: Visit) -> None:
        self.visitor = visitor
        self.taps = self.keys = self.scrolls = 0

    @property
    def seconds(self) -> float:
        return self.taps * TAP + self.keys * KEY + self.scrolls * SCROLL

    def tap(self, selector: str) -> None:
        """Tap what ``selector`` finds, scrolled into view first if need be."""
        place = self.visitor.page.locator(selector)
        place.wait_for()
        height = self.visitor.page.viewport_size["height"] if self.visitor.page.viewport_size else 740
        step = height * OF_A_SCREEN
        for _ in range(40):
            far = self.visitor.page.evaluate(FAR, [place.element_handle(), ROOM])
            if far is None:  # drawn anew meanwhile
                continue
            if far == 0:
                break
            self.scrolls += 1
            self.visitor.page.evaluate("(by) => window.scrollBy(0, by)", max(-step, min(step, far)))
        place.tap(timeout=5_000)
        self.taps += 1

    def key(self, key: str) -> None:
        self.tap(f'[data-key="{key}"]')

    def hex(self, q: int, r: int) -> None:
        self.tap(f'.park [data-hex="{q},{r}"]')

    def write(self, text: str) -> None:
        """Type into what has the focus, and Enter."""
        self.visitor.page.keyboard.type(text)
        self.visitor.page.keyboard.press("Enter")
        self.keys += len(text) + 1
