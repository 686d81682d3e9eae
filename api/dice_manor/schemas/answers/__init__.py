"""Answers on Dice Manor: each class describes one and writes it; fractions are told as text beside their decimal value."""
