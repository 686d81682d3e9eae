"""The written form of a game: fields of events, names in them, and the text form."""
