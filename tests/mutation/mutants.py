"""Mutants of the rules: one small change each, made by the operators of cosmic-ray."""

import ast
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random

ROOT = Path(__file__).parents[2]
OPERATE = ROOT / "models" / "theme_park" / "operate"
LEANS_ON = (
    "hexgrid",
    "theme_park/requirement",
    "theme_park/position",
    "theme_park/attraction",
    "theme_park/rules",
    "theme_park/replay",
)
"""Modules of ``models`` outside ``operate`` that the rules of the phase call."""

MODULES = (*sorted(OPERATE.rglob("*.py")), *(ROOT / "models" / f"{name}.py" for name in LEANS_ON))
FAMILIES = ("ReplaceBinaryOperator", "ReplaceComparisonOperator", "ReplaceUnaryOperator", "NumberReplacer")
"""Operators of which one place has many mutants; ``MOST_AT_A_PLACE`` of a family are drawn for each."""
MOST_AT_A_PLACE = 2
LEFT_OUT = (
    "core/RemoveDecorator",
    *(f"core/ReplaceComparisonOperator_{pair}" for pair in ("Eq_Is", "NotEq_IsNot", "Is_Eq", "IsNot_NotEq")),
)
"""Without its decorator a rule is no rule, and its module is not importable; members of enums and small numbers are
equal exactly when they are the same."""
SAFETY_NETS = ("strict=True", "raise AssertionError")
"""Text of lines that act only where the program is wrong already."""


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
        return ".".join(self.module.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")

    @property
    def key(self) -> str:
        """What is the same after other lines have moved."""
        return f"{self.name}: {self.before} -> {self.after}"


def mutants(module: Path, seed: int) -> Iterator[Mutant]:
    """The mutants of a module; of many at one place those that ``seed`` draws."""
    from cosmic_ray.ast import get_ast  # noqa: PLC0415 - of the extra [trust]
    from cosmic_ray.mutating import mutate_code  # noqa: PLC0415
    from cosmic_ray.plugins import get_operator  # noqa: PLC0415

    source = module.read_text(encoding="utf-8")
    lines, tree, original = source.splitlines(), get_ast(source), _stripped(source)
    seen = {original}
    for name, occurrence in _places(tree, Random(seed)):
        changed = mutate_code(source, get_operator(name)(), occurrence)
        shape = None if changed is None else _stripped(changed)
        if shape is None or shape in seen:
            continue
        seen.add(shape)
        number = next(
            number for number, (one, other) in enumerate(zip(lines, changed.splitlines(), strict=True)) if one != other
        )
        if not any(net in lines[number] and net not in changed.splitlines()[number] for net in SAFETY_NETS):
            yield Mutant(module, name, number + 1, lines[number].strip(), changed.splitlines()[number].strip(), changed)


def _places(tree: object, rng: Random) -> Iterator[tuple[str, int]]:
    """Operators, and the occurrence (from 0) of a place where each applies."""
    from cosmic_ray.ast import ast_nodes  # noqa: PLC0415
    from cosmic_ray.plugins import get_operator, operator_names  # noqa: PLC0415

    found = []
    for name in operator_names():
        operator = get_operator(name)
        if name in LEFT_OUT or operator.arguments():
            continue
        positions = (place for node in ast_nodes(tree) for place in operator().mutation_positions(node))
        found += [(name, occurrence, place) for occurrence, (place, _) in enumerate(positions)]
    rng.shuffle(found)
    drawn: Counter[tuple[str, object]] = Counter()
    for name, occurrence, place in found:
        family = next((each for each in FAMILIES if each in name), name)
        drawn[family, place] += 1
        if family == name or drawn[family, place] <= MOST_AT_A_PLACE:
            yield name, occurrence


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
