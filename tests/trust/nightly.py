"""Every property with many more examples than in CI, drawn anew each time: ``python -m tests.trust.nightly [TESTS]``.

A failure prints how to repeat it; the example belongs into a test of its own.
"""

import sys

import pytest

from tests.commands import reader

if __name__ == "__main__":
    parser = reader("tests.trust.nightly", __doc__)
    parser.add_argument("tests", nargs="*", default=["tests"])
    options = ["-q", "-m", "hypothesis", "--hypothesis-profile", "nightly"]
    sys.exit(pytest.main([*options, *parser.parse_args().tests]))
