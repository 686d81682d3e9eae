"""What the container installs: known weaknesses, and its bill of materials. ``python -m tests.release.audit [FILE]``.

The weaknesses are those that the package index knows of the versions in ``api/requirements.lock``; one ends this with 1. Where the
index cannot be reached, or tells nothing of a package, that is said and is no failure. The bill (CycloneDX, JSON) is written to FILE.
"""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from tests.commands import reader

LOCK = Path(__file__).parents[2] / "api" / "requirements.lock"
AUDIT = (
    sys.executable,
    "-m",
    "pip_audit",
    "--require-hashes",
    "--disable-pip",
    "--progress-spinner",
    "off",
    "-f",
    "json",
)
BILL = (sys.executable, "-m", "cyclonedx_py", "requirements", "--output-reproducible", "--of", "JSON")
SECONDS = 120


def told(found: dict[str, Any]) -> tuple[str, bool]:
    """What an audit says, and whether it found no weakness."""
    packages = found["dependencies"]
    weak = [each for each in packages if each.get("vulns")]
    skipped = sum("skip_reason" in each for each in packages)
    lines = [f"{each['name']} {each['version']}: {', '.join(one['id'] for one in each['vulns'])}" for each in weak]
    lines.append(f"{len(packages) - skipped} of {len(packages)} packages audited, {len(weak)} with known weaknesses.")
    if skipped:
        lines.append(f"The index told nothing of the other {skipped}.")
    return "\n".join(lines), not weak


def audited() -> bool:
    """Print what is known of the packages; whether none has a known weakness."""
    try:
        ran = subprocess.run([*AUDIT, "-r", str(LOCK)], capture_output=True, text=True, timeout=SECONDS, check=False)
        said, sound = told(json.loads(ran.stdout))
    except (subprocess.TimeoutExpired, json.JSONDecodeError):
        said, sound = "Not audited: the package index cannot be reached.", True
    print(said)
    return sound


def bill() -> dict[str, Any]:
    """The bill of materials of the container's packages."""
    made = subprocess.run([*BILL, str(LOCK)], capture_output=True, text=True, timeout=SECONDS, check=True)
    document: dict[str, Any] = json.loads(made.stdout)
    return document


def main() -> None:
    """The command."""
    parser = reader("tests.release.audit", __doc__)
    parser.add_argument("file", nargs="?", type=Path, help="where the bill of materials goes")
    file = parser.parse_args().file
    document = bill()
    print(
        f"{len(document['components'])} packages on the bill of materials ({document['bomFormat']} {document['specVersion']})."
    )
    if file is not None:
        file.write_text(json.dumps(document, indent=2) + "\n", encoding="utf-8")
    sys.exit(not audited())


if __name__ == "__main__":
    main()
