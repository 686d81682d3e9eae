"""Where jobs, answers, parks and tiles are kept: SQLAlchemy Core over SQLite or PostgreSQL."""

from api.storage.database import Database, StorageUnavailable

__all__ = ["Database", "StorageUnavailable"]
