"""The application factory: ``flask --app api run`` and ``park-advisor serve`` use it."""

from flask import Flask

from api.config import Config
from api.routes.pages import pages
from api.security import secure

CONFIG = "PARK_ADVISOR"
"""Where the application keeps its ``Config``."""


def create_app(config: Config | None = None) -> Flask:
    """The service under ``config``, or under what the environment says; raises BadConfiguration."""
    app = Flask(__name__, static_folder=None)
    app.config[CONFIG] = config or Config.from_environment()
    secure(app)
    app.register_blueprint(pages)
    return app
