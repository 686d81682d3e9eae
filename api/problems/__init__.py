"""Problem documents (RFC 9457): their kinds, how one is written, who answers with one."""
