"""Parks made easier for the layered search to ask in first: skills and Mascot cards that can do more than they may."""
