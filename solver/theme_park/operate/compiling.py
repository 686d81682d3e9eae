"""How numba compiles what searches."""

from collections.abc import Callable
from typing import Any

from numba import njit

UNCOUNTED: dict[str, Any] = {"_nrt": False}
"""The option for what makes no arrays: without it every array taken out of a tuple is counted, which took half of the search's
time. Unknown to numba's stubs."""

COUNTED: dict[str, Any] = {"_nrt": True}
"""The option for what does: callers would hand theirs on."""

WITHIN: dict[str, Any] = {"error_model": "numpy", "no_cpython_wrapper": True, "no_cfunc_wrapper": True}
"""Options for what only compiled functions call: it compiles faster without a way in from Python. Unknown to numba's stubs."""


def compiled(function: Callable[..., Any]) -> Any:
    """Compile by numba, kept in its cache; a change of a function called from another file needs that cache emptied."""
    return njit(cache=True, nogil=True, boundscheck=False, **UNCOUNTED)(function)


def compiled_part(function: Callable[..., Any]) -> Any:
    """The same for what only compiled functions call."""
    return njit(cache=True, nogil=True, boundscheck=False, **UNCOUNTED, **WITHIN)(function)


def compiled_into(function: Callable[..., Any]) -> Any:
    """The same for what is called so often that it must become part of its callers: a call of it takes eight times as long."""
    return njit(cache=True, nogil=True, boundscheck=False, forceinline=True, **UNCOUNTED, **WITHIN)(function)


def compiled_in_place(function: Callable[..., Any]) -> Any:
    """The same for a large part that is called in one place: it joins its caller before that is compiled, and is compiled but once.

    What is merely called, or inlined by LLVM, is compiled on its own, and again with each of those that it is nested in.
    """
    return njit(cache=True, nogil=True, boundscheck=False, inline="always", **UNCOUNTED, **WITHIN)(function)


def compiled_with_arrays(function: Callable[..., Any]) -> Any:
    """The same for what makes arrays of its own."""
    return njit(cache=True, nogil=True, boundscheck=False, **COUNTED)(function)
