"""Each game is where the recipe says, and every contract that lists games lists it."""

import tomllib
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import pytest

from api.games import GAMES, Verb

ROOT = Path(__file__).parents[2]
FOLDERS = sorted(slug.replace("-", "_") for slug in GAMES)
ASSEMBLIES = {"api.app", "api.pages"}
"""Modules of the service that put games together and import them."""
BY_NAME = {"api/games.py", "api/cli/root.py"}
"""Modules of the service that name modules of games, which are loaded when they are first needed."""
CONTRACTS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"]["contracts"]


@pytest.mark.parametrize("folder", FOLDERS)
@pytest.mark.parametrize("package", ["models", "solver", "api", "fixtures", "tests"])
def test_a_game_has_a_folder_in_each_package(package: str, folder: str) -> None:
    assert (ROOT / package / folder).is_dir()


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.slug)
def test_what_a_row_of_the_table_of_games_names_is_there(game) -> None:
    assert all(find_spec(module) for module in (game.commands, game.service, game.jobs or game.service))


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.slug)
def test_every_verb_that_a_game_answers_is_described(game) -> None:
    answers = import_module(game.service).ANSWERS
    assert {verb for verb in Verb if game.described(verb)} == {verb for verb in Verb if verb in answers}


@pytest.mark.parametrize("contract", CONTRACTS, ids=lambda contract: contract["name"])
def test_a_contract_that_keeps_packages_from_the_games_keeps_them_from_every_game(contract) -> None:
    for rows in (contract.get("modules", []), contract.get("forbidden_modules", [])):
        listed = {tuple(row.split(".")) for row in rows}
        packages = {row[0] for row in listed if len(row) == 2 and row[1] in FOLDERS}
        assert {(package, folder) for package in packages for folder in FOLDERS} <= listed


def shared_modules() -> set[str]:
    """The modules and packages of the service that belong to no game."""
    own = {*FOLDERS, "__init__", "web"}
    found = {path.stem for path in (ROOT / "api").iterdir() if path.suffix == ".py" or (path / "__init__.py").is_file()}
    return {f"api.{name}" for name in found - own}


def test_everything_shared_of_the_service_is_kept_from_the_games() -> None:
    kept = {
        name
        for contract in CONTRACTS
        if "api.http" in contract.get("source_modules", ())
        for name in contract["source_modules"]
    }
    assert kept == shared_modules() - ASSEMBLIES


def test_modules_of_games_are_named_in_two_shared_modules_alone() -> None:
    paths = [path for path in (ROOT / "api").rglob("*.py") if not {*FOLDERS} & {*path.relative_to(ROOT).parts}]
    naming = {
        path.relative_to(ROOT).as_posix()
        for path in paths
        if any(f"api.{game}" in path.read_text(encoding="utf-8") for game in FOLDERS)
    }
    assert naming == BY_NAME | {f"{name.replace('.', '/')}.py" for name in ASSEMBLIES}
