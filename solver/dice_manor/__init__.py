"""What is best in Dice Manor: the Grand Opening exactly, and estimates where they say so."""
