"""Fails if one of the modules named on the command line is not installed."""
import importlib.util
import sys

missing = [name for name in sys.argv[1:] if importlib.util.find_spec(name) is None]
if missing:
    sys.exit('not installed: ' + ', '.join(missing))
