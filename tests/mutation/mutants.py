"""Mutants of the rules: one small change each, made by the operators of cosmic-ray."""

import ast
import functools
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random

ROOT = Path(__file__).parents[2]
OPERATE = ROOT / "models" / "theme_park" / "operate"
NOT_JUDGED = {
    *("notation", "consistency", "disputes", "mid_phase", "moves", "narration", "phrases", "suggestions"),
}
"""Modules and folders of ``operate`` that decide no move: they write, read, explain, or tell how a park stands."""
LEANS_ON = ("shared/hexgrid", "theme_park/requirement", "theme_park/attraction")
"""Modules of ``models`` outside ``operate`` that the rules of the phase call."""

DICE_MANOR = ROOT / "models" / "dice_manor"
NO_RULES = {"notation", "next_turns", "wording", "__init__"}
"""Modules of ``dice_manor`` that judge nothing: they write, read and list."""

MODULES = (
    *(path for path in sorted(OPERATE.rglob("*.py")) if not NOT_JUDGED & {path.stem, path.parent.name}),
    *(ROOT / "models" / f"{name}.py" for name in LEANS_ON),
    *(path for path in sorted(DICE_MANOR.rglob("*.py")) if path.stem not in NO_RULES),
)
FAMILIES = ("ReplaceBinaryOperator", "ReplaceComparisonOperator", "ReplaceUnaryOperator", "NumberReplacer")
"""Operators of which one place has many mutants; ``MOST_AT_A_PLACE`` of a family are drawn for each."""
MOST_AT_A_PLACE = 2
LEFT_OUT = (
    "core/ReplaceBinaryOperator_BitOr",
    "core/RemoveDecorator",
    *(f"core/ReplaceComparisonOperator_{pair}" for pair in ("Eq_Is", "NotEq_IsNot", "Is_Eq", "IsNot_NotEq")),
)
"""A vertical bar stands only in types. Without its decorator a rule is no rule, and its module is not importable; members of enums and small numbers are
equal exactly when they are the same."""
SAFETY_NETS = ("strict=True", "raise AssertionError")
"""Text of lines that act only where the program is wrong already."""
SCOPES = (ast.ClassDef, ast.FunctionDef)


def imported(module: Path) -> str:
    """The name by which a module is imported."""
    return ".".join(module.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


@dataclass(frozen=True, slots=True)
class Mutant:
    """A module with one change; ``line`` counts from 1."""

    module: Path
    operator: str
    line: int
    before: str
    after: str
    source: str

    @property
    def name(self) -> str:
        """The module as it is imported."""
        return imported(self.module)

    @property
    def of_dice_manor(self) -> bool:
        """Whether the module is one of Dice Manor's."""
        return DICE_MANOR in self.module.parents

    @property
    def key(self) -> str:
        """What is the same after other lines have moved."""
        return f"{self.name}{self.within}: {self.before} -> {self.after}"

    @property
    def within(self) -> str:
        """The classes and functions around the change, each after a dot."""
        around, body = "", _parsed(self.module.read_text(encoding="utf-8")).body
        while inner := next((each for each in body if isinstance(each, SCOPES) and self._in(each)), None):
            around, body = f"{around}.{inner.name}", inner.body
        return around

    def _in(self, node: ast.stmt) -> bool:
        return node.lineno <= self.line <= (node.end_lineno or node.lineno)


@functools.lru_cache(maxsize=1)
def _parsed(source: str) -> ast.Module:
    return ast.parse(source)


@dataclass(frozen=True, slots=True)
class Place:
    """Where an operator of cosmic-ray applies: its occurrence in the module, from 0."""

    module: Path
    operator: str
    occurrence: int


def places(module: Path, rng: Random) -> list[Place]:
    """The places of a module; of many operators of a family at one place those that are drawn."""
    from cosmic_ray.ast import ast_nodes, get_ast  # noqa: PLC0415 - of the extra [trust]
    from cosmic_ray.plugins import get_operator, operator_names  # noqa: PLC0415

    nodes, found = list(ast_nodes(get_ast(module.read_text(encoding="utf-8")))), []
    for name in sorted(operator_names()):
        operator = get_operator(name)
        if not name.startswith(LEFT_OUT) and not operator.arguments():
            spots = (spot for node in nodes for spot, _ in operator().mutation_positions(node))
            found += [(Place(module, name, occurrence), spot) for occurrence, spot in enumerate(spots)]
    rng.shuffle(found)
    drawn: Counter[tuple[str, object]] = Counter()
    kept = []
    for place, spot in found:
        family = next((each for each in FAMILIES if each in place.operator), place.operator)
        drawn[family, spot] += 1
        if family == place.operator or drawn[family, spot] <= MOST_AT_A_PLACE:
            kept.append(place)
    return kept


def mutants(chosen: Iterable[Place]) -> Iterator[Mutant]:
    """The mutants at the places, made one by one; none that equals another or the original when it runs."""
    from cosmic_ray.mutating import mutate_code  # noqa: PLC0415
    from cosmic_ray.plugins import get_operator  # noqa: PLC0415

    seen: dict[Path, set[str | None]] = {}
    for place in chosen:
        source = place.module.read_text(encoding="utf-8")
        known = seen.setdefault(place.module, {None, _stripped(source)})
        changed = mutate_code(source, get_operator(place.operator)(), place.occurrence) or source
        shape = _stripped(changed)
        if shape in known:
            continue
        known.add(shape)
        pairs = enumerate(zip(source.splitlines(), changed.splitlines(), strict=True), start=1)
        line, (before, after) = next((line, pair) for line, pair in pairs if pair[0] != pair[1])
        if not any(net in before and net not in after for net in SAFETY_NETS):
            yield Mutant(place.module, place.operator, line, before.strip(), after.strip(), changed)


class _Strip(ast.NodeTransformer):
    """Takes out what does nothing when the program runs: annotations and docstrings."""

    def visit_arg(self, node: ast.arg) -> ast.arg:
        node.annotation = None
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        node.returns = None
        self.generic_visit(node)
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AnnAssign:
        node.annotation = ast.Constant(None)
        self.generic_visit(node)
        return node


def _stripped(source: str) -> str | None:
    """What the program does; None of text that is no program."""
    try:
        return ast.dump(_Strip().visit(ast.parse(source)))
    except SyntaxError:
        return None
