"""Documents of Dice Theme Park in and out; what is unknown or out of bounds is refused in plain words."""
