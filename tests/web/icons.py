"""``python -m tests.web.icons``: the PNG icons of the page, drawn anew from ``api/web/icon.svg``."""

from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.commands import reader
from tests.web.chromium import ARGUMENTS, chromium

WEB = Path(__file__).parents[2] / "api/web"
ICONS = {
    "icon-192.png": (192, 0.0),
    "icon-512.png": (512, 0.0),
    "maskable.png": (512, 0.12),
    "apple-touch.png": (180, 0.06),
}
"""Side in pixels, and the margin on each side as a part of it: masks and round corners cut the rim."""
PAGE = """<html><body style="margin:0;background:{ground}">
<div style="position:absolute;inset:{margin}px">{svg}</div></body></html>"""
GROUND = "#f4f2ec"


def main() -> None:
    svg = (WEB / "icon.svg").read_text("utf-8").replace("<svg ", '<svg width="100%" height="100%" ', 1)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=ARGUMENTS)
        for name, (side, margin) in ICONS.items():
            page = browser.new_page(viewport={"width": side, "height": side})
            ground = GROUND if margin else "transparent"
            page.set_content(PAGE.format(ground=ground, margin=side * margin, svg=svg))
            page.screenshot(path=WEB / "icons" / name, omit_background=not margin)
            page.close()
        browser.close()


if __name__ == "__main__":
    reader("tests.web.icons", __doc__).parse_args()
    main()
