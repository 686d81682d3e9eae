"""Whole games of Dice Manor: four rounds and the Grand Opening, judged event by event."""
