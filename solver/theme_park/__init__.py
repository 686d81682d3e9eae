"""What is best in Dice Theme Park."""
