"""The application factory: ``flask --app api run`` and ``park-advisor serve`` use it."""

import json

from flask import Flask
from werkzeug.middleware.proxy_fix import ProxyFix

from api.bounds import LARGEST_BODY
from api.config import Config
from api.errors import tell_errors
from api.jobs.desk import DESK, DeskLimits, SearchDesk
from api.limits import limit_clients
from api.logs import configure_logs, log_requests
from api.metrics import REGISTRY, CountedCache, PoolFigures, count_requests
from api.openapi import description, make_api
from api.parks import STORE as PARKS
from api.parks import ParkStore
from api.routes import docs, games, health, jobs, operate, pages, parks, rules, tiles
from api.routes.asking import CONFIG
from api.security import allow_origins, secure
from api.storage import Database
from api.tiles import STORE as TILES
from api.tiles import TileStore
from solver.operate.pool import PoolLimits


def create_app(config: Config | None = None) -> Flask:
    """The service under ``config``, or under what the environment says.

    Raises BadConfiguration, and StorageUnavailable when the database cannot be brought up to date.
    """
    settings = config or Config.from_environment()
    app = Flask(__name__, static_folder=None)
    app.config.update({CONFIG: settings, "MAX_CONTENT_LENGTH": LARGEST_BODY})
    app.json.sort_keys = False  # type: ignore[attr-defined]
    app.wsgi_app = ProxyFix(app.wsgi_app, settings.proxies, settings.proxies)  # type: ignore[method-assign]
    configure_logs(settings)
    log_requests(app)
    count_requests(app)
    limit_clients(app, settings)
    secure(app)
    allow_origins(app, settings.cors_origins)
    tell_errors(app)
    _open_storage(app, settings)
    _open_searches(app, settings)
    _add_routes(app)
    return app


def start_searching(app: Flask) -> None:
    """Start the search processes and the jobs that wait; without this the first search does."""
    app.extensions[DESK].start()


def start_closing(app: Flask) -> None:
    """What runs is to end soon, as the server takes no more requests; may be called by a signal handler."""
    app.extensions[DESK].stop_soon()


def close(app: Flask) -> None:
    """End what runs, and close the database."""
    app.extensions[DESK].close()
    app.extensions[health.DATABASE].close()


def _open_storage(app: Flask, settings: Config) -> None:
    database = Database(settings.database_url)
    database.migrate()
    app.extensions[health.DATABASE] = database
    app.extensions[PARKS] = ParkStore(database)
    app.extensions[TILES] = TileStore(database)


def _open_searches(app: Flask, settings: Config) -> None:
    pool = PoolLimits(children=settings.children, waiting=settings.queue, memory=settings.child_memory)
    limits = DeskLimits(pool, settings.quick_wait, settings.queue, streams=max(1, settings.threads // 2))
    database = app.extensions[health.DATABASE]
    desk = app.extensions[DESK] = SearchDesk(database, limits, CountedCache(database, app.extensions[REGISTRY]))
    app.extensions[REGISTRY].register(PoolFigures(desk))
    desk.recover()


def _add_routes(app: Flask) -> None:
    app.register_blueprint(pages.pages)
    app.register_blueprint(docs.docs)
    api = make_api(app)
    for blueprint in (operate.operate, jobs.jobs, games.games, rules.rules, parks.parks, tiles.tiles, health.health):
        api.register_blueprint(blueprint)
    app.extensions[docs.DESCRIPTION] = json.dumps(description(api))
