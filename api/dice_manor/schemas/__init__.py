"""Documents of Dice Manor as values."""
