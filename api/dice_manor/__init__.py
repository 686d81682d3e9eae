"""How you ask about Dice Manor: documents in, answers out."""
