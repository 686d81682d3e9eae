"""A small search by which all that numba compiles gets compiled, or loaded: ``python -m solver.theme_park.operate.warm_up``."""

from models.theme_park.operate.notation import parse_position
from solver.theme_park.operate.search_process import UNCOMPILED
from solver.theme_park.operate.settings import SEARCHING, Settings

SETTINGS = Settings(time_limit=300.0, alternatives=0, engines=SEARCHING - UNCOMPILED)
"""Of the small search: about a minute and a half of a core where nothing is compiled yet, or a part of one. Each new process makes it: 0.5 s where
all is compiled, and alternatives, which need nothing more compiled, would take 0.7 s besides."""
SMALL = (
    "p1~m2~d3~k~k~k~s.manager.mascot~t.entrance.0.0.Park__Entrance.x1.a.i1.ukg~t.pond.-1.1.Pond.y4.aobo.i1.apicnic"
    "~t.flume.0.-1.Flume.x2.Eab.afirst-aid.ug~t.swing.0.1.Swing.b4.a123a3456"
    "~gg6.g1.entrance~gy3.g2.entrance~gg3.g3.swing"
)
"""A made-up park that needs every part of the compiled search: with Mascot cards its cube vectors are asked for, and prices of paths sought. Those for
states only wide passes seek, so they are sought once besides."""


def compile_ahead() -> None:
    """Compile in this process, for all that later share numba's cache: while an image is built, say."""
    from solver.theme_park.operate.paths.level_bundle import compile_steps  # noqa: PLC0415 - only those who compile
    from solver.theme_park.operate.portfolio import search  # noqa: PLC0415 - pay for the engines

    position = parse_position(SMALL)
    search(position, SETTINGS, lambda _message: None)
    compile_steps(position, SETTINGS.weights)


if __name__ == "__main__":
    compile_ahead()
