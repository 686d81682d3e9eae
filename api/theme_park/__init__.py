"""Dice Theme Park over HTTP and on the command line: documents, answers, texts, pictures."""
