"""Figures of what the service does, for Prometheus; a registry for each application."""

import time

from flask import Flask, Response, current_app, g, request
from prometheus_client import CollectorRegistry, Counter, Histogram

REGISTRY = "park-advisor metrics"
"""Where the application keeps its registry."""


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
        buckets=(0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60),
    )

    @app.after_request
    def count(response: Response) -> Response:
        endpoint = request.endpoint or "none"
        answered.labels(request.method, endpoint, str(response.status_code)).inc()
        if "began" in g:
            seconds.labels(endpoint).observe(time.perf_counter() - g.began)
        return response
