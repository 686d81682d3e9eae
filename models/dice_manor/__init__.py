"""Dice Manor: manors, tours, bids and bonuses as frozen values, and the rules that judge them."""
