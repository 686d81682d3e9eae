"""Hashing the rows of states, by which equal ones are met (compiled)."""

import numpy as np

from solver.theme_park.operate.compiling import compiled, compiled_into


@compiled_into
def hash_of(row):  # type: ignore[no-untyped-def]
    """A hash of a row of 64-bit words."""
    value = np.uint64(0x9E3779B97F4A7C15)
    for word in row:
        value ^= word
        value *= np.uint64(0xFF51AFD7ED558CCD)
        value ^= value >> np.uint64(32)
    return value


@compiled
def retable(layer):  # type: ignore[no-untyped-def]
    """Enter the states of a layer into its hash table anew."""
    mask = np.uint64(layer.table.size - 1)
    layer.table[:] = -1
    for index in range(layer.number[0]):
        slot = hash_of(layer.words[index]) & mask
        while layer.table[slot] >= 0:
            slot = (slot + np.uint64(1)) & mask
        layer.table[slot] = index
