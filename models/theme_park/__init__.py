"""Dice Theme Park."""
