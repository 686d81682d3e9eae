"""What a sequence lost and where, what was still to be had along it, and what one thing more would be worth."""
