"""The tables. Times are seconds since 1970 in UTC; documents are JSON; ids are unguessable text."""

from sqlalchemy import JSON, Boolean, Column, Float, ForeignKey, Index, Integer, MetaData, String, Table, Text, false

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)

jobs = Table(
    "jobs",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("game", String(40), nullable=False, server_default="theme-park"),
    Column("kind", String(16), nullable=False, server_default="solve"),  # what it does, of those that its game has
    Column("state", String(16), nullable=False),
    Column("request", JSON, nullable=False),  # a request of its game and kind, with every default filled in
    Column("format", Integer, nullable=False, server_default="1"),  # programs of an earlier one cannot read the request
    Column("seconds", Float, nullable=False, server_default="3600"),  # that it may take, once it runs
    Column("cache_key", String(64), nullable=False),
    Column("idempotency_key", String(255), unique=True),
    Column("request_digest", String(64), nullable=False, index=True),
    Column("request_id", String(128)),
    Column("parent", String(40), index=True),  # the job that it is a part of, and whose end is its own
    Column("created", Float, nullable=False),
    Column("started", Float),
    Column("finished", Float, index=True),
    Column("owner", String(200)),  # the process that runs it
    Column("cancel_asked", Boolean, nullable=False, default=False),
    Column("cached", Boolean, nullable=False, default=False),
    Column("progress", JSON),
    Column("answer", JSON),  # a document of its kind: the best so far, or the last
    Column("mishap", String(32)),
    Column("detail", Text),
    Column("client", String(64)),  # who asked for it
    Column("attempt", Integer, nullable=False, server_default="1"),  # every search of it has another one
    Column("cut_off", Integer, nullable=False, server_default="0"),  # how often a search ended before its time
    Column("refused", Integer, nullable=False, server_default="0"),  # writes of searches that had lost it
    Column("beat", Integer, nullable=False, server_default="0"),  # counted on by its owner while that lives
    Column("attached", Boolean, nullable=False, server_default=false()),  # ends when nobody listens any more
    Column("heard", Integer, nullable=False, server_default="0"),  # counted on while somebody listens
    Column("spent", Float, nullable=False, server_default="0"),  # seconds of earlier turns, after which it gave way
    Index(None, "state", "created"),
)

events = Table(
    "events",
    metadata,
    Column("job", String(40), ForeignKey("jobs.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("kind", String(16), nullable=False),
    Column("data", JSON, nullable=False),
    Column("at", Float, nullable=False),
)

answers = Table(
    "answers",
    metadata,
    Column("key", String(64), primary_key=True),
    Column("document", JSON, nullable=False),
    Column("proven", Boolean, nullable=False),
    Column("seed", Integer, nullable=False),
    Column("time_limit", Float, nullable=False),
    Column("used", Float, nullable=False, index=True),
)
"""Finished answers by what was asked; ``used`` is when one was last given."""

parks = Table(
    "parks",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("token_digest", String(64), nullable=False),  # SHA-256 of the edit token, which is not kept
    Column("position", JSON, nullable=False),  # with every default filled in and attractions inline
    Column("created", Float, nullable=False),
    Column("updated", Float, nullable=False),
    Column("client", String(64), index=True),  # who saved it
    Column("used", Float, index=True),  # when it was last asked for or changed, to a day
)

replies = Table(
    "replies",
    metadata,
    Column("key", String(64), primary_key=True),  # of client, address and Idempotency-Key, as a digest
    Column("request_digest", String(64), nullable=False),
    Column("created", Float, nullable=False, index=True),
    Column("status", Integer),  # none while the first request is being answered
    Column("document", JSON),
    Column("location", Text),
    Column("sealed", String(64)),  # the edit token that the answer had, which only the Idempotency-Key opens
)
"""First answers to requests that create something, for those that repeat them."""

tiles = Table(
    "tiles",
    metadata,
    Column("slug", String(40), primary_key=True),
    Column("attraction", JSON, nullable=False),
    Column("created", Float, nullable=False),
    Column("updated", Float, nullable=False),
)
"""A club's own attractions."""

boxes = Table(
    "boxes",
    metadata,
    Column("slug", String(40), primary_key=True),
    Column("printed", JSON, nullable=False),  # with every default filled in
    Column("created", Float, nullable=False),
    Column("updated", Float, nullable=False),
)
"""A club's own boxes: printed facts that game records name."""
