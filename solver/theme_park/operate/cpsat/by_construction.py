"""Rules that no solution of the model can break, each with the reason why no constraint states it."""

from models.theme_park.operate.rules import Rule

BY_CONSTRUCTION: dict[Rule, str] = {
    Rule.TIMING: "the only moves put in the midst of an operation are those of turns_in_the_midst, which asks the ruling",
}
