"""Two rivals to measure against, written apart from the project's rules and model: plain CP-SAT and plain ASP.

Both maximise stars alone and weigh the introductory game: maps, mascots, Guides, Managers, Mascot cards, cubes
already placed. What of the full game changes stars they refuse by name (``facts.beyond``).
"""
