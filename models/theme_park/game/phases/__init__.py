"""The phases of a round: what is bought and done in them, and what it costs."""
