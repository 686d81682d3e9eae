"""Dice Theme Park: cards, guests and attractions; below them the Operate phase and the whole game."""
