"""The application factory: ``flask --app api run`` and ``park-advisor serve`` use it."""

import json

from flask import Flask
from werkzeug.middleware.proxy_fix import ProxyFix

from api import pages
from api.config import Config
from api.dice_manor import routes as dice_manor
from api.http import any_game, docs
from api.http.error_answers import tell_errors
from api.http.hosts import guard
from api.http.kept_replies import STORE as REPLIES
from api.http.kept_replies import ReplyStore
from api.http.lanes import LANE, Lane
from api.http.logs import configure_logs, log_requests
from api.http.openapi import description, make_api
from api.http.rate_limits import limit_clients
from api.http.requests import CONFIG
from api.http.security import allow_origins, secure
from api.input_limits import LARGEST_BODY
from api.jobs import routes
from api.jobs.runner import OwnWorker
from api.jobs.search_service import SEARCH_SERVICE, SearchLimits, SearchService
from api.monitoring import health
from api.monitoring.metrics import REGISTRY, CountedCache, PoolFigures, count_requests
from api.storage import Database
from api.theme_park.club_boxes import STORE as BOXES
from api.theme_park.club_boxes import BoxStore
from api.theme_park.club_tiles import STORE as TILES
from api.theme_park.club_tiles import TileStore
from api.theme_park.routes import boxes, games, operate, parks, rules, shorthand, tiles
from api.theme_park.saved_parks import STORE as PARKS
from api.theme_park.saved_parks import ParkStore
from solver.runtime.pool import PoolLimits


def create_app(config: Config | None = None, *, any_host: bool | None = None) -> Flask:
    """The service under ``config``, or under what the environment says.

    ``any_host``: answer whatever host is asked for; left out, an application made with a ``config`` does so unless that
    names hosts, as it is part of a program that knows where it is reached.
    Raises BadConfiguration, and StorageUnavailable when the database cannot be brought up to date.
    """
    settings = config or Config.from_environment()
    app = Flask(__name__, static_folder=None)
    app.config.update({CONFIG: settings, "MAX_CONTENT_LENGTH": LARGEST_BODY})
    app.json.sort_keys = False  # type: ignore[attr-defined]
    app.wsgi_app = ProxyFix(app.wsgi_app, settings.proxies, settings.proxies)  # type: ignore[method-assign]
    app.url_map.merge_slashes = False  # a redirect would name the host that the client says
    configure_logs(settings)
    log_requests(app)
    guard(app, settings, any_host=config is not None and not settings.allowed_hosts if any_host is None else any_host)
    count_requests(app)
    limit_clients(app, settings)
    secure(app)
    allow_origins(app, settings.cors_origins)
    tell_errors(app, pages.LINKS)
    app.extensions[LANE] = Lane()
    _open_storage(app, settings)
    _open_searches(app, settings)
    _add_routes(app)
    return app


def start_searching(app: Flask) -> None:
    """Start the search processes and the jobs that wait; without this the first search does."""
    app.extensions[SEARCH_SERVICE].start()


def start_closing(app: Flask) -> None:
    """Let running searches end soon, as the server takes no more requests; a signal handler may call it."""
    app.extensions[SEARCH_SERVICE].stop_soon()


def close(app: Flask) -> None:
    """End what runs, and close the database."""
    app.extensions[SEARCH_SERVICE].close()
    app.extensions[health.DATABASE].close()


def _open_storage(app: Flask, settings: Config) -> None:
    database = Database(settings.database_url)
    database.migrate()
    app.extensions[health.DATABASE] = database
    app.extensions[BOXES] = BoxStore(database)
    app.extensions[PARKS] = ParkStore(database, settings.park_days)
    app.extensions[REPLIES] = ReplyStore(database)
    app.extensions[TILES] = TileStore(database)


def _open_searches(app: Flask, settings: Config) -> None:
    database = app.extensions[health.DATABASE]
    pool = PoolLimits(
        children=settings.children,
        reserved=1 if database.sqlite else 0,  # jobs are searched elsewhere
        waiting=settings.queue,
        memory=settings.child_memory,
    )
    share = max(
        1, settings.threads * 3 // 8
    )  # so that a quarter answers quick questions whatever searches and streams hold
    limits = SearchLimits(pool, settings.quick_wait, settings.queue, share, share, settings.lease)
    cache = CountedCache(database, app.extensions[REGISTRY])
    worker = None if database.sqlite or settings.worker == "off" else _own_worker(settings)
    search_service = app.extensions[SEARCH_SERVICE] = SearchService(database, limits, cache, worker)
    app.extensions[REGISTRY].register(PoolFigures(search_service))
    search_service.recover()


def _own_worker(settings: Config) -> OwnWorker:
    from api.cluster.supervisor import Supervisor  # noqa: PLC0415  where jobs are searched elsewhere

    return Supervisor(settings)


def _add_routes(app: Flask) -> None:
    app.register_blueprint(pages.pages)
    app.register_blueprint(docs.docs)
    api = make_api(app)
    for blueprint in (
        operate.operate,
        any_game.any_game,
        dice_manor.dice_manor,
        routes.jobs,
        games.games,
        rules.rules,
        parks.parks,
        tiles.tiles,
        boxes.boxes,
        shorthand.shorthand,
        health.health,
    ):
        api.register_blueprint(blueprint)
    app.extensions[docs.DESCRIPTION] = json.dumps(description(api))
