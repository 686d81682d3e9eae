"""What the jobs of Dice Manor are asked, how they are carried out, and what they tell."""
