"""Commands of Dice Theme Park."""
