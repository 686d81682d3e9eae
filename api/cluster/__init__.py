"""Jobs on many machines: PostgreSQL holds them, and workers anywhere carry them out (Procrastinate)."""
