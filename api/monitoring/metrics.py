"""Figures of what the service does, for Prometheus; a registry for each application."""

import time
from collections.abc import Iterator
from contextlib import suppress

from flask import Flask, Response, current_app, g, request
from prometheus_client import CollectorRegistry, Counter, Histogram
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from api.jobs.cache import AnswerCache
from api.jobs.request import KeptRequest
from api.jobs.search_service import SearchService
from api.jobs.standing import QueueStanding
from api.schemas.describing import Document
from api.storage import Database, StorageUnavailable
from solver.runtime.mishaps import Mishap

REGISTRY = "park-advisor metrics"
"""Where the application keeps its registry."""
SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1800)
METHODS = frozenset({"GET", "HEAD", "OPTIONS", "POST", "PUT", "DELETE"})
GAPS = (0, 1, 2, 3, 5, 8, 13, 21)


def registry() -> CollectorRegistry:
    """The registry of the running application."""
    kept: CollectorRegistry = current_app.extensions[REGISTRY]
    return kept


def count_requests(app: Flask) -> None:
    """Requests of ``app`` by endpoint and status, and their seconds."""
    kept = CollectorRegistry()
    app.extensions[REGISTRY] = kept
    answered = Counter("park_advisor_requests", "Requests answered.", ("method", "endpoint", "status"), registry=kept)
    seconds = Histogram(
        "park_advisor_request_seconds",
        "Seconds from the first byte of a request to its answer.",
        ("endpoint",),
        registry=kept,
        buckets=SECONDS,
    )

    @app.after_request
    def count(response: Response) -> Response:
        endpoint = request.endpoint or "none"
        method = request.method if request.method in METHODS else "other"
        answered.labels(method, endpoint, str(response.status_code)).inc()
        if "began" in g:
            seconds.labels(endpoint).observe(time.perf_counter() - g.began)
        return response


class CountedCache(AnswerCache):
    """The store of answers, which sees every search that ends well: its seconds, its gap, repeats."""

    def __init__(self, database: Database, kept: CollectorRegistry) -> None:
        """The answers in ``database``, counted in ``kept``."""
        super().__init__(database)
        self._hits = Counter("park_advisor_cache_hits", "Searches answered from the cache.", registry=kept)
        self._seconds = Histogram(
            "park_advisor_search_seconds", "Seconds of finished searches.", registry=kept, buckets=SECONDS
        )
        self._gap = Histogram("park_advisor_search_gap", "Stars between answer and bound.", registry=kept, buckets=GAPS)

    def answer(self, request: KeptRequest) -> Document | None:
        """The answer that is known already, counted; None where there is none."""
        known = super().answer(request)
        if known is not None:
            self._hits.inc()
        return known

    def keep(self, request: KeptRequest, document: Document) -> Document:
        """Store an answer, counted."""
        self._seconds.observe(document["seconds"])
        if "stars" in document and document["bound"] is not None:
            self._gap.observe(max(0, document["bound"] - document["stars"]))
        return super().keep(request, document)


class PoolFigures(Collector):
    """How the searches stand at the moment they are asked."""

    def __init__(self, search_service: SearchService) -> None:
        """Figures of ``search_service``."""
        self._search_service = search_service

    def describe(self) -> Iterator[Metric]:
        """Names no figure before it is collected."""
        yield from ()

    def collect(self) -> Iterator[Metric]:
        """Queue, running, searched, killed."""
        counts = self._search_service.counts()
        queue = GaugeMetricFamily("park_advisor_queue", "What waits for a search process.", labels=("what",))
        queue.add_metric(["search"], counts.waiting if counts else 0)
        with suppress(StorageUnavailable):
            queue.add_metric(["job"], self._search_service.store.queued())
        yield queue
        with suppress(StorageUnavailable):
            yield from _of_jobs(self._search_service.store.standing())
        yield GaugeMetricFamily("park_advisor_running", "Searches that run.", counts.running if counts else 0)
        compiled = "Whether what numba compiles is at hand for searches."
        yield GaugeMetricFamily("park_advisor_compiled", compiled, bool(counts and counts.prepared))
        yield CounterMetricFamily("park_advisor_searches", "Searches since the start.", counts.served if counts else 0)
        killed = CounterMetricFamily("park_advisor_killed", "Search processes lost or killed.", labels=("mishap",))
        for mishap in Mishap:
            killed.add_metric([mishap.value], counts.killed[mishap] if counts else 0)
        yield killed


def _of_jobs(standing: QueueStanding) -> Iterator[Metric]:
    """Figures of the jobs of all servers and workers on the database."""
    yield GaugeMetricFamily("park_advisor_job_wait_seconds", "Seconds that the oldest job waits.", standing.waited)
    retried = "Searches cut off before their time, of the jobs that are kept."
    yield GaugeMetricFamily("park_advisor_job_retries", retried, standing.cut_off)
    lost = "Writes of searches that had lost their job, of the jobs that are kept."
    yield GaugeMetricFamily("park_advisor_job_lost_writes", lost, standing.refused)
    if standing.workers is not None:
        yield GaugeMetricFamily("park_advisor_workers", "Workers that live.", standing.workers)
