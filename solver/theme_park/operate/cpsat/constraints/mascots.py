"""Mascots: values turned and colours set aside, paid from the mascots at hand.

Without Mascot cards an adjustment may wait until its die operates next, so only the party is
adjusted, and what is left over turns dice after the last step. With Mascot cards a use touches
several dice at once, so each use belongs to a step and all its dice are there.
"""

from itertools import pairwise

from ortools.sat.python import cp_model

from models.theme_park.guests import GUEST_COLOURS
from models.theme_park.operate.mascots import extras_allowed
from models.theme_park.operate.rules import Rule
from models.theme_park.rulings import Choice, Ruling
from solver.theme_park.operate.cpsat.variables import Bool, GuestVars, StepVars, TouchVars, Vars
from solver.theme_park.operate.tables import VALUES, Tables

ENCODES = (
    Rule.MASCOT_READY,
    Rule.MASCOT_USE,
    Rule.MASCOT_EXTRA,
    Rule.MASCOT_EXTRA_COLOUR,
    Rule.MASCOT_EXTRA_ONE_DIE,
    Rule.MASCOT_EXTRA_WITH_SKILL,
    Rule.MASCOT_EXTRA_ORDER,
    Rule.MASCOT_GUEST,
    Rule.MASCOT_VALUE_STEP,
    Rule.MASCOT_VALUE_RANGE,
    Rule.MASCOT_COLOUR,
)


def constrain_mascots(model: cp_model.CpModel, tables: Tables, variables: Vars) -> None:
    """Add the constraints of this file."""
    for guest, now in zip(tables.position.guests, variables.guests[0], strict=True):
        model.add(now.colour[guest.colour] == 1)
        model.add(sum(now.treated_at.values()) == 0)
    for number, step in enumerate(variables.steps):
        for before, touch in zip(variables.guests[number], step.guests, strict=True):
            _turn(model, tables, touch.skilled, before.gone, touch.value, touch.turned, touch.present)
            _recolour(model, touch)
            if tables.turns_in_the_midst:
                _turn(model, tables, touch.value, before.gone, touch.late, touch.late_turned, touch.party)
        _lasting(model, tables, variables, number)
        _visit(model, tables, variables, number)
    for last, end in zip(variables.guests[-1], variables.ends, strict=True):
        _turn(model, tables, last.value, last.gone, end.value, end.turned, None)
    _make_extras_first(model, tables, variables)
    _pay(model, tables, variables)


def _turn(
    model: cp_model.CpModel,
    tables: Tables,
    before: dict[int, Bool],
    gone: Bool,
    after: dict[int, Bool],
    turned: tuple[Bool, ...],
    touched: Bool | None,
) -> None:
    """``turned`` counts the adjustments from ``before`` to ``after``; only a touched guest is turned."""
    model.add_exactly_one([*after.values(), gone])
    for value in VALUES:
        for to in VALUES:
            steps = tables.turns[value][to]
            clause = [before[value].negated(), after[to].negated()]
            if 0 < steps <= len(turned):
                model.add_bool_or([*clause, turned[steps - 1]])
            elif steps:
                model.add_bool_or(clause)
    for less, more in pairwise(turned):
        model.add_implication(more, less)
    if touched is not None and turned:
        model.add_implication(turned[0], touched)


def _recolour(model: cp_model.CpModel, touch: TouchVars) -> None:
    model.add_exactly_one(touch.colour.values())
    model.add_implication(touch.recoloured, touch.present)
    for colour in GUEST_COLOURS:
        was, is_now = touch.shade[colour], touch.colour[colour]
        model.add_bool_or([was.negated(), touch.recoloured, is_now])
        model.add_bool_or([was.negated(), touch.recoloured.negated(), is_now.negated()])


def _lasting(model: cp_model.CpModel, tables: Tables, variables: Vars, number: int) -> None:
    """A colour adjustment waits for its operation, then the printed colour counts again."""
    step = variables.steps[number]
    parts = zip(variables.guests[number], step.guests, variables.guests[number + 1], strict=True)
    for before, touch, after in parts:
        if tables.leaving_ends_colours:
            _stay_treated(model, before, touch)
        ends = _ended_by_tile(model, step, before, touch, after) if tables.tiles_end_colours else touch.party
        model.add_exactly_one(after.colour.values())
        model.add_implication(touch.party, ends)
        for colour in GUEST_COLOURS:
            model.add_bool_or([ends.negated(), touch.die[colour].negated(), after.colour[colour]])
            model.add_bool_or([touch.colour[colour].negated(), ends, after.colour[colour]])


def _stay_treated(model: cp_model.CpModel, before: GuestVars, touch: TouchVars) -> None:
    """A guest whose colour waits stays on the tile until it operates: a colour that leaving ends was adjusted in vain."""
    for tile, treated in before.treated_at.items():
        stays = [touch.comes[tile], touch.arrives[tile], *(one.negated() for one in (*touch.maps[:1], *touch.led[:1]))]
        for colour in GUEST_COLOURS:
            waits = [treated, before.colour[colour], before.die[colour].negated(), touch.touched]
            for part in stays:
                model.add_bool_or([*(literal.negated() for literal in waits), part])


def _ended_by_tile(
    model: cp_model.CpModel, step: StepVars, before: GuestVars, touch: TouchVars, after: GuestVars
) -> Bool:
    """Whether the step ends the adjustment: by the die's own operation or that of the mascot's tile.

    To adjust the same colour anew on another tile is never worth it and is left out.
    """
    ends = model.new_bool_var("")
    causes = [touch.party]
    model.add_at_most_one(after.treated_at.values())
    for tile, operates in step.operates.items():
        kept, now, cause = before.treated_at[tile], after.treated_at[tile], model.new_bool_var("")
        model.add_bool_or([touch.recoloured.negated(), touch.arrives[tile].negated(), now])
        model.add_bool_or([touch.recoloured, kept.negated(), now])
        model.add_bool_or([operates.negated(), now.negated(), ends])
        model.add_implication(cause, operates)
        model.add_implication(cause, now)
        causes.append(cause)
        model.add_bool_or([now.negated(), kept, touch.recoloured])
    model.add_bool_or([ends.negated(), *causes])
    return ends


def _visit(model: cp_model.CpModel, tables: Tables, variables: Vars, number: int) -> None:
    """Where mascots have steps of their own: the adjustments of a step fit the mascots used on its tile."""
    if not tables.visits:
        return
    step = variables.steps[number]
    skills = list(step.skill.values())
    model.add_at_most_one([*skills, step.idle])
    model.add_implication(step.idle, step.mascots[0].negated())
    model.add_bool_or([step.idle, step.mascots[0], *skills, *step.first[:1], *step.operates.values()])
    for less, more in (*pairwise(step.mascots), *pairwise(step.first)):
        model.add_implication(more, less)
    _fit(model, tables, variables, number)
    for touch in step.guests:
        for one in (touch.recoloured, *touch.turned[:1]):
            model.add_bool_or([one.negated(), step.mascots[0], *skills, *step.first[:1]])


def _fit(model: cp_model.CpModel, tables: Tables, variables: Vars, number: int) -> None:
    """No more adjustments, and under the ruling no more colours, than the mascots used bring."""
    step = variables.steps[number]
    recoloured = sum(touch.recoloured for touch in step.guests)
    turned = sum(one for touch in step.guests for one in touch.turned)
    used, skilled = sum(step.mascots), sum(step.skill.values())
    extras = extras_allowed(tables.position, with_skill=True)
    earlier = variables.steps[number - 1] if number else None
    already = sum(earlier.first) if earlier else 0
    model.add(turned + recoloured <= tables.per_mascot * used + extras * skilled + sum(step.first) - already)
    if tables.position.rulings.says(Ruling.MASCOT_TWO_CARDS_COLOUR, Choice.NO):
        most = min(2, tables.per_mascot)  # the mascot's own and one of its extras
        coloured = earlier.first_colour if earlier else 0
        allowed = most * used + min(1, extras) * skilled + step.first_colour - coloured
        model.add(recoloured <= allowed)
    if tables.extras_apart:
        # With a mascot in the step its own adjustment takes the colour, or the skill's extras are two of the others.
        for touch in step.guests:
            for one in touch.turned[:1]:
                model.add_bool_or([touch.recoloured.negated(), one.negated(), step.mascots[0]])


def _make_extras_first(model: cp_model.CpModel, tables: Tables, variables: Vars) -> None:
    """Extras made before their skill stand in the step before it: on the same tile, with nothing in between."""
    for step in variables.steps:
        model.add(step.first_colour <= sum(step.first[:1]))
    if not tables.extras_before_skill:
        return
    for one in variables.steps[-1].first[:1]:
        model.add(one == 0)
    for step, following in pairwise(variables.steps):
        first = step.first[0]
        model.add_bool_or([first.negated(), *following.skill.values()])
        for tile, here in step.at.items():
            model.add_bool_or([first.negated(), here.negated(), following.at[tile]])
            model.add_implication(first, step.operates[tile].negated())
            for touch, later in zip(step.guests, following.guests, strict=True):
                comes = [later.comes[tile].negated(), following.at[tile]]
                model.add_bool_or([first.negated(), touch.touched.negated(), *comes])


def _pay(model: cp_model.CpModel, tables: Tables, variables: Vars) -> None:
    mascots = len(tables.position.mascots)
    if tables.visits:
        used = [one for step in variables.steps for one in (*step.mascots, *step.skill.values())]
        model.add(sum(used) <= mascots)
        if tables.chance:
            _name_mascots(model, variables, mascots)
        return
    recoloured = sum(touch.recoloured for touch in variables.touches)
    model.add(sum(variables.turned) + recoloured <= mascots)


def _name_mascots(model: cp_model.CpModel, variables: Vars, mascots: int) -> None:
    """Before a roll it must be settled which mascot adjusts: the skills of the others remain."""
    for step in variables.steps:
        model.add(sum(step.plain.values()) == sum(step.mascots))
    for mascot in range(mascots):
        uses = [step.plain[mascot] for step in variables.steps]
        uses += [step.skill[mascot] for step in variables.steps if mascot in step.skill]
        model.add_at_most_one(uses)
