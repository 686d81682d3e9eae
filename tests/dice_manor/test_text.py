"""Answers on Dice Manor as text."""

from api.dice_manor.text import solve_text
from models.dice_manor.manor import Manor
from models.dice_manor.turn import Seat


def test_what_is_estimated_is_not_called_the_best_and_no_chance_is_rounded_to_certain():
    """Of a limit of 15.00004 it was said that no policy is worth more than 15."""
    option = {"text": "Choose 3.", "expected": 9.0, "chance": 0.5, "loss": 0.0}
    guess = {"status": "estimate", "expected": 9.0, "exact": None, "error": 0.1, "bound": 15.00004, "options": [option]}
    sure = {"status": "optimal", "chance": 0.99999, "exact": None, "prestige": 12, "options": []}
    text = solve_text(Seat(Manor(()), 1), {**guess, "target": sure}, 80)
    assert "Best found: Choose 3." in text
    assert "No policy is worth more than 15.0001." in text
    assert "More than 0.9999 is the chance of 12 prestige or more: the best there is, proven." in text


def test_an_error_of_an_estimate_is_not_rounded_down_to_none():
    guess = {"status": "estimate", "expected": 9.0, "exact": None, "error": 0.004, "bound": 15.0, "options": []}
    text = solve_text(Seat(Manor(()), 1), {**guess, "target": None}, 80)
    assert "(standard error 0.01)" in text
    assert "No policy is worth more than 15.0000." in text
