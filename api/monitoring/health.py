"""Whether the service lives, whether it can serve, and figures of what it does."""

from flask import Response, current_app
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from api.http.requests import Blueprint, answer
from api.jobs.search_service import search_service
from api.monitoring.metrics import registry
from api.schemas.service import Health, HealthAnswer, ReadyAnswer
from api.storage import Database, StorageUnavailable

health = Blueprint("health", __name__, description="Health and figures.")
DATABASE = "park-advisor database"
"""Where the application keeps its ``Database``."""


@health.get("/healthz")
@health.response(200, HealthAnswer)
def healthz() -> Response:
    """Tell that the process answers"""
    return answer(HealthAnswer.write(Health("ok")))


@health.get("/readyz")
@health.response(200, ReadyAnswer)
@health.alt_response(503, schema=ReadyAnswer)
def readyz() -> Response:
    """Tell whether requests can be served"""
    database: Database = current_app.extensions[DATABASE]
    checks = {"storage": database.usable(), "searches": not search_service().closing.is_set()}
    ready = all(checks.values())
    if not database.sqlite:
        checks |= _cluster()
        ready = ready and checks["queue"]  # without workers jobs wait, and all else is served
    status = "ok" if ready else "not ready"
    return answer(ReadyAnswer.write(Health(status, checks)), 200 if ready else 503)


@health.get("/metrics")
@health.response(200, {"type": "string"}, content_type="text/plain")
def metrics() -> Response:
    """Give the figures for Prometheus"""
    return Response(generate_latest(registry()), content_type=CONTENT_TYPE_LATEST)


def _cluster() -> dict[str, bool]:
    """Whether the queue can be asked, and whether anybody works on it."""
    try:
        standing = search_service().store.standing()
    except StorageUnavailable:
        return {"queue": False, "workers": False}
    return {"queue": True, "workers": bool(standing.workers)}
