"""Problem documents (RFC 9457): their kinds, and input that cannot be used; ``api.schemas.problems`` writes them."""
