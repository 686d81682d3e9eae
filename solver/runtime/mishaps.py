"""What befalls a process while it works."""

from enum import StrEnum


class Mishap(StrEnum):
    """What befell a process."""

    CRASHED = "crashed"
    MEMORY = "memory"
    HUNG = "hung"
    OVERRUN = "overrun"


WHY = {
    Mishap.CRASHED: "crashed",
    Mishap.MEMORY: "needed more than the {memory} MiB it may use",
    Mishap.HUNG: "gave no sign after its time was over",
    Mishap.OVERRUN: "did not end with its time",
}


def mishap_text(mishap: Mishap, memory: int) -> str:
    """A sentence on a search that it ended; ``memory``: MiB that the process may use."""
    return f"The searching process {WHY[mishap].format(memory=memory)}; it was replaced, and this is the best it had found."
