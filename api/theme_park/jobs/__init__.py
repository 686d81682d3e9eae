"""What the jobs of Theme Park are asked, how they are carried out, and what they tell."""
