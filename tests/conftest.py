"""Profiles of the property tests, and how many examples they drew."""

import re
import sys
from collections.abc import Generator
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, settings

sys.modules.setdefault("rfc3987_syntax", None)
"""Of the extra [audit]: each process that loads jsonschema would build its grammar for two seconds, which no test needs."""

settings.register_profile(
    "ci", derandomize=True, deadline=None, max_examples=100, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile("nightly", settings.get_profile("ci"), derandomize=False, max_examples=4_000, print_blob=True)
settings.register_profile(
    "few",  # for each of many mutants, of which it does not matter how small an example notices them
    settings.get_profile("ci"),
    max_examples=40,
    phases=(Phase.explicit, Phase.generate),
)
settings.load_profile("ci")

DRAWN = "examples drawn"


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Note the examples that passed; as a property of the report it survives the way between processes."""
    report = yield
    if report.when == "teardown":
        passing = re.findall(r"(\d+) passing", getattr(item, "hypothesis_statistics", ""))
        report.user_properties.append((DRAWN, sum(map(int, passing))))
    return report


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Tell how many there were."""
    reports = [report for reports in terminalreporter.stats.values() for report in reports]
    drawn = [value for report in reports for name, value in getattr(report, "user_properties", ()) if name == DRAWN]
    if sum(drawn):
        profile = settings.get_current_profile_name()
        tests = sum(map(bool, drawn))
        terminalreporter.write_line(f"{sum(drawn):,} examples of {tests} properties (profile {profile})")
