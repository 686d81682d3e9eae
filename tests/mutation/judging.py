"""Judging mutants: forks of one pytest session, each with one mutant in place of the original.

Collecting the tests is done once. Code within functions is exchanged in the functions themselves; a change at the
level of a module is judged in a fork made before anything of the project was imported.
"""

import functools
import gc
import os
import signal
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import cached_property
from importlib import import_module
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_file_location
from multiprocessing.sharedctypes import RawValue
from types import CodeType, FunctionType
from typing import Any

import pytest
from _pytest.runner import runtestprotocol

from tests.mutation.mutants import Mutant

OPTIONS = ["-q", "--hypothesis-profile=few", "--import-mode=importlib", "-o", "addopts=", "--assert=plain"]
OPTIONS += ["-W", "ignore::SyntaxWarning"]  # a mutant may compare with a literal by identity
OPTIONS += [option for plugin in ("cacheprovider", "xdist", "schemathesis") for option in ("-p", f"no:{plugin}")]
OWN = ("models", "solver", "api", "fixtures", "tests", "conftest")
"""Packages of the project, which each fork imports for itself."""
SURVIVED, KILLED, ENDLESS = 0, 1, 2
PATIENCE, MARGIN = 4.0, 5.0
"""A mutant counts as endless, and so as noticed, after so many times what the original takes, and seconds of a processor more."""


def functions_of(code: CodeType) -> Iterator[CodeType]:
    """The functions in ``code``, outermost first, those in class bodies too."""
    for const in code.co_consts:
        if isinstance(const, CodeType):
            if const.co_flags & 0x2:  # CO_NEWLOCALS: a function, not the body of a class
                yield const
            yield from functions_of(const)


def at_module_level(one: CodeType, other: CodeType) -> bool:
    """Whether two modules differ outside their functions."""
    if one.co_code != other.co_code or one.co_names != other.co_names or len(one.co_consts) != len(other.co_consts):
        return True
    for mine, yours in zip(one.co_consts, other.co_consts, strict=True):
        if isinstance(mine, CodeType) != isinstance(yours, CodeType):
            return True
        if not isinstance(mine, CodeType):
            if (type(mine), mine) != (type(yours), yours):
                return True
        elif not mine.co_flags & 0x2 and at_module_level(mine, yours):
            return True
    return False


def differing(original: CodeType, changed: CodeType) -> dict[tuple[str, int], CodeType]:
    """Functions by name and first line whose code is another in ``changed``, which may lack some: with their code there."""
    mine, yours = list(functions_of(original)), list(functions_of(changed))
    if len(mine) != len(yours):
        there = {(code.co_qualname, code.co_firstlineno): code for code in yours}
        mine = [code for code in mine if (code.co_qualname, code.co_firstlineno) in there]
        yours = [there[code.co_qualname, code.co_firstlineno] for code in mine]
    pairs = zip(mine, yours, strict=True)
    return {(one.co_qualname, one.co_firstlineno): other for one, other in pairs if one != other}


def exchange(mutant: Mutant) -> None:
    """Put the mutant's code into the functions of this process, and forget what was cached."""
    original = compile(mutant.module.read_text(encoding="utf-8"), str(mutant.module), "exec")
    changed = compile(mutant.source, str(mutant.module), "exec")
    codes = differing(original, changed)
    remembered: dict[type, list[str]] = {}
    for each in gc.get_objects():
        if isinstance(each, FunctionType) and each.__module__ == mutant.name:
            code = codes.get((each.__code__.co_qualname, each.__code__.co_firstlineno))
            if code is not None:
                each.__code__ = code
        elif isinstance(each, functools._lru_cache_wrapper) and str(each.__module__).startswith("models"):
            each.cache_clear()
        else:
            of = type(each)
            if of not in remembered:
                remembered[of] = _cached_properties(of)
            for name in remembered[of]:
                vars(each).pop(name, None)


def _cached_properties(of: type) -> list[str]:
    """What values of a class of the models remember once it was asked, by name."""
    if not str(of.__module__).startswith("models"):
        return []
    return [name for each in of.__mro__ for name, what in vars(each).items() if isinstance(what, cached_property)]


class Instead:
    """Imports one module from the source of its mutant."""

    def __init__(self, mutant: Mutant) -> None:
        self._mutant = mutant

    def find_spec(self, name: str, path: Any, target: Any = None) -> ModuleSpec | None:
        if name != self._mutant.name:
            return None
        mutant = self._mutant

        class Loader(SourceFileLoader):
            def get_code(self, fullname: str) -> CodeType:
                return compile(mutant.source, str(mutant.module), "exec")

        return spec_from_file_location(name, mutant.module, loader=Loader(name, str(mutant.module)))


def patient(seconds: float) -> None:
    """End this process when it takes far longer than the ``seconds`` of a processor that the original takes."""
    signal.setitimer(signal.ITIMER_VIRTUAL, PATIENCE * seconds + MARGIN)


def forked(work: Callable[[], bool]) -> int:
    """What became of the mutant in a fork in which ``work`` answers whether all tests passed."""
    child = os.fork()
    if child == 0:
        silence = os.open(os.devnull, os.O_WRONLY)
        os.dup2(silence, 1)
        os.dup2(silence, 2)
        code = KILLED
        try:
            code = SURVIVED if work() else KILLED
        finally:
            os._exit(code)
    _, status = os.waitpid(child, 0)
    if os.WIFSIGNALED(status):
        return ENDLESS if os.WTERMSIG(status) == signal.SIGVTALRM else KILLED
    return SURVIVED if os.WEXITSTATUS(status) == SURVIVED else KILLED


def load_libraries(arguments: list[str]) -> None:
    """Load what the tests that pytest collects by ``arguments`` need of others, for every fork to come."""
    ours, theirs = os.pipe()
    child = os.fork()
    if child == 0:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        pytest.main([*arguments, "--collect-only"])
        with os.fdopen(theirs, "w") as loaded:
            loaded.write("\n".join(sys.modules))
        os._exit(0)
    os.close(theirs)
    with os.fdopen(ours) as loaded:
        names = loaded.read().split()
    os.waitpid(child, 0)
    for name in names:
        if name.split(".")[0] not in OWN:
            with suppress(ImportError):
                import_module(name)


def judge_by_import(mutant: Mutant, tests: list[str], seconds: float) -> int:
    """The fate of a mutant at the level of its module; to be called while nothing of the project is imported.

    ``seconds`` of a processor is what the original takes.
    """

    def passed() -> bool:
        patient(seconds)
        sys.meta_path.insert(0, Instead(mutant))
        return pytest.main([*OPTIONS, "-x", *tests]) == 0

    return forked(passed)


class Judging:
    """A plugin of pytest: judges the mutants within functions once the tests are collected."""

    def __init__(self, judged: Iterable[Mutant], tell: Callable[[Mutant, int], None]) -> None:
        """``tell`` hears each mutant's fate."""
        self._judged, self._tell = judged, tell
        self._items: list[pytest.Item] = []
        self._seconds: list[float] = []
        self._killed: Counter[tuple[str, int]] = Counter()
        self._running = RawValue("i")  # seen by the forks and by their parent

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Instead of running the tests."""
        self._items = session.items
        callers = self._callers(session.items)
        for mutant in self._judged:
            original = compile(mutant.module.read_text(encoding="utf-8"), str(mutant.module), "exec")
            changed = compile(mutant.source, str(mutant.module), "exec")
            names = {(mutant.name, *function) for function in differing(original, changed)}
            deciding = {index for name in names for index in callers[name]}
            fate = forked(functools.partial(self._passed, mutant, deciding))
            if fate != SURVIVED:
                self._killed[mutant.name, self._running.value] += 1
            self._tell(mutant, fate)
        return True

    def _passed(self, mutant: Mutant, deciding: set[int]) -> bool:
        """Whether all tests pass under the mutant: first those that noticed others of its module, then the quick ones."""
        exchange(mutant)
        for index in sorted(deciding, key=lambda each: (-self._killed[mutant.name, each], self._seconds[each])):
            self._running.value = index
            patient(self._seconds[index])
            if not _passes(self._items[index]):
                return False
        return True

    def _callers(self, items: list[pytest.Item]) -> dict[tuple[str, str, int], list[int]]:
        """For each function of the models the tests that call it; also how long each test takes."""
        callers: dict[tuple[str, str, int], list[int]] = defaultdict(list)
        for index, item in enumerate(items):
            called: set[tuple[str, str, int]] = set()
            began = time.process_time()
            with _watching(called):
                passes = _passes(item)
            if not passes:
                sys.exit(f"{item.nodeid} fails without any mutant.")
            self._seconds.append(time.process_time() - began)
            for name in called:
                callers[name].append(index)
        return callers


@contextmanager
def _watching(called: set[tuple[str, str, int]]) -> Iterator[None]:
    known: dict[CodeType, None] = {}

    def note(frame: Any, event: str, _argument: Any) -> None:
        if event == "call" and frame.f_code not in known:
            known[frame.f_code] = None
            name = frame.f_globals.get("__name__", "")
            if name.startswith("models."):
                called.add((name, frame.f_code.co_qualname, frame.f_code.co_firstlineno))

    sys.setprofile(note)
    try:
        yield
    finally:
        sys.setprofile(None)


def _passes(item: pytest.Item) -> bool:
    return not any(report.failed for report in runtestprotocol(item, log=False, nextitem=None))
