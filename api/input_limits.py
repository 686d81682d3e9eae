"""How large input may be, of whatever game; each game has limits of its own beside these."""

LARGEST_BODY = 64 * 1024
"""Bytes that the body of a request may have."""
LARGEST_DOCUMENT = 1 << 20
"""Bytes that a document on the command line may have."""
