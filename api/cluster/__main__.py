"""The worker's process, as its supervisor starts it: ``python -m api.cluster NUMBER``, that of an open file to which it gives signs of life."""

import sys

from api.cluster.worker import work
from api.config import Config

if __name__ == "__main__":
    work(Config.from_environment(), int(sys.argv[1]))
