"""How you ask: documents, the command line, the JSON API.

The names are in ``__init__.pyi`` and are loaded when they are first used, so that the command line answers early.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
