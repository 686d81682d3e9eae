"""``python -m api.cli`` does what ``park-advisor`` does."""

from api.cli import main

if __name__ == "__main__":  # child processes of a search import this file too
    main()
