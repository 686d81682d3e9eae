"""A second, separate reading of the rulebook to hold the rules code against."""
