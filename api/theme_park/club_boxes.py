"""A club's own boxes: printed facts entered by users, kept in the database, named by game records."""

import time
from collections.abc import Mapping

from flask import current_app
from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from api.problems.kinds import Kind, Problem
from api.schemas.describing import Document
from api.storage import Database
from api.storage.tables import boxes
from api.theme_park.schemas.answers.club import BoxOutline, KeptBox
from api.theme_park.schemas.box import PrintedSchema
from api.theme_park.schemas.tiles import is_slug
from models.theme_park.game.box.box_catalogue import BOXES
from models.theme_park.game.box.printed_facts import Box

MOST_BOXES = 100
STORE = "park-advisor boxes"
"""Where the application keeps its ``BoxStore``."""


class BoxStore:
    """The boxes of ``database``; every method raises StorageUnavailable when it cannot be used."""

    def __init__(self, database: Database) -> None:
        """Nothing is read yet."""
        self._database = database

    def every(self) -> list[BoxOutline]:
        """Every box by slug, with how many parts of each kind are entered."""
        with self._database.read() as connection:
            rows = connection.execute(select(boxes).order_by(boxes.c.slug)).all()
        return [BoxOutline(row.slug, row.updated, _parts(row.printed)) for row in rows]

    def find(self, slug: str) -> Document | None:
        """The printed facts of a box, or None when there is none; the name may be any text of a record."""
        if not is_slug(slug):
            return None  # no database takes every text
        with self._database.read() as connection:
            found: Document | None = connection.execute(
                select(boxes.c.printed).where(boxes.c.slug == slug)
            ).scalar_one_or_none()
        return found

    def get(self, slug: str) -> KeptBox:
        """One box; raises Problem when there is none."""
        printed = self.find(slug)
        if printed is None:
            raise _none(slug)
        return KeptBox(slug, printed)

    def create(self, slug: str, box: Box) -> KeptBox:
        """Keep a new box; raises Problem for a name of the catalogue, one that is there, and beyond ``MOST_BOXES``."""
        if slug in BOXES:
            raise Problem(Kind.CONFLICT, f"{slug} is a box of the catalogue; accepted: another name.")
        printed, now = PrintedSchema.write(box), time.time()
        there = Problem(Kind.CONFLICT, f"There is a box {slug} already; PUT replaces it.")
        with self._database.write() as connection:
            if connection.execute(select(boxes.c.slug).where(boxes.c.slug == slug)).first() is not None:
                raise there
            count = connection.execute(select(func.count()).select_from(boxes)).scalar_one()
            if count >= MOST_BOXES:
                raise Problem(Kind.CONFLICT, f"There are {count} boxes; accepted: at most {MOST_BOXES} in all.")
            try:
                connection.execute(insert(boxes).values(slug=slug, printed=printed, created=now, updated=now))
            except IntegrityError:  # another server kept it at the same moment
                raise there from None
        return KeptBox(slug, printed)

    def replace(self, slug: str, box: Box) -> KeptBox:
        """Change a box; raises Problem when there is none."""
        printed = PrintedSchema.write(box)
        change = update(boxes).where(boxes.c.slug == slug).values(printed=printed, updated=time.time())
        with self._database.write() as connection:
            if not connection.execute(change).rowcount:
                raise _none(slug)
        return KeptBox(slug, printed)

    def remove(self, slug: str) -> None:
        """Forget a box; raises Problem when there is none."""
        with self._database.write() as connection:
            if not connection.execute(delete(boxes).where(boxes.c.slug == slug)).rowcount:
                raise _none(slug)


def _parts(printed: Mapping[str, object]) -> dict[str, int]:
    return {name: len(part) for name, part in printed.items() if name in COUNTED and isinstance(part, dict | list)}


COUNTED = ("attractions", "start_boards", "monorails", "objectives", "goals", "solo_cards", "administrators", "skills")


def _none(slug: str) -> Problem:
    return Problem(Kind.NOT_FOUND, f"There is no box {slug!r}.")


def box_store() -> BoxStore:
    """The boxes of the running application."""
    store: BoxStore = current_app.extensions[STORE]
    return store
