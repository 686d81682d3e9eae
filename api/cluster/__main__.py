"""The worker's process, as its supervisor starts it: ``python -m api.cluster FILE_OF_SIGNS``."""

import sys

from api.cluster.worker import work
from api.config import Config

if __name__ == "__main__":
    work(Config.from_environment(), int(sys.argv[1]))
