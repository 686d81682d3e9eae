"""A job's events as Server-Sent Events: ids to resume by, heartbeats, an end."""

import json
import threading
import time
from collections.abc import Callable, Iterator

from api.http.waiting import waiting
from api.jobs.search_service import SearchService
from api.jobs.states import Event, EventKind, Job
from api.storage.database import StorageUnavailable

LOOK, LISTENING = 0.25, 2.0
"""Seconds between two looks for events: where nobody tells of them, and where only a missed word is made up for."""
KEEP_ALIVE = 10.0
"""Seconds of silence after which a comment is sent, so that a vanished client is noticed."""
LONGEST = 600.0
"""Seconds after which a stream ends; clients resume by themselves."""
RETRY_MILLISECONDS = 1000


def stream(search_service: SearchService, job: Job, after: int, left: Callable[[], bool] = bool) -> Iterator[str]:
    """The events of ``job`` after event number ``after``, until its last, or until server or client (``left``) close.

    A stream that ends without the event ``end`` is to be resumed with Last-Event-ID.
    """
    yield f"retry: {RETRY_MILLISECONDS}\n\n"
    with waiting(), search_service.news.of(job.id) as heard:
        yield from _told(search_service, job, after, left, heard)


def _told(
    search_service: SearchService, job: Job, after: int, left: Callable[[], bool], heard: threading.Event
) -> Iterator[str]:
    ends, spoke = time.monotonic() + LONGEST, time.monotonic()
    while time.monotonic() < ends and not left():
        if not search_service.closing.is_set():
            heard.clear()
        try:
            events = search_service.events(job.id, after)
        except StorageUnavailable:
            yield ": the storage cannot be used now\n\n"
            return
        search_service.hear(job)
        for event in events:
            yield frame(event)
            spoke, after = time.monotonic(), event.number
            if event.kind is EventKind.END:
                return
        if time.monotonic() - spoke >= KEEP_ALIVE:
            yield ": still searching\n\n"
            spoke = time.monotonic()
        if not events:
            heard.wait(LISTENING if search_service.news.live else LOOK)
            if search_service.closing.is_set():
                return


def frame(event: Event) -> str:
    """An event as the stream carries it."""
    data = json.dumps(event.data, ensure_ascii=False, separators=(",", ":"))
    return f"id: {event.number}\nevent: {event.kind.value}\ndata: {data}\n\n"
