"""The rules as constraints; each file names the rule ids it encodes in ``ENCODES``."""
