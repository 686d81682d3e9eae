"""Plans where dice are rerolled: made from the sequences found, limited by a park without chance, best by the rules alone."""
