"""A park as the layered search and the relaxation see it."""

from dataclasses import dataclass

from solver.theme_park.operate.flow.prices import GuidanceWeights, Pricing
from solver.theme_park.operate.layered.encoding.park import ParkArrays, park_arrays
from solver.theme_park.operate.layered.encoding.skills import SkillArrays, skill_arrays
from solver.theme_park.operate.settings import Settings
from solver.theme_park.operate.tables import Tables


@dataclass(frozen=True)
class PricedPark:
    """The arrays of a park, and its relaxation."""

    tables: Tables
    settings: Settings
    park: ParkArrays
    skills: SkillArrays
    pricing: Pricing
    guidance_weights: GuidanceWeights


def priced_park(tables: Tables, settings: Settings, guidance_weights: GuidanceWeights) -> PricedPark:
    """Of a position that ``fits``."""
    park = park_arrays(tables, settings)
    skills = skill_arrays(tables, park.kinds, park.colours, park.vips, park.travel, park.fares)
    return PricedPark(tables, settings, park, skills, Pricing(tables, settings.weights), guidance_weights)
