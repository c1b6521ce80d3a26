"""The command `superko`, also available as `python -m superko`."""

import sys

from superko import _superko


def main() -> int:
    """Runs the command line and returns its exit code."""
    return _superko.main(["superko", *sys.argv[1:]])


if __name__ == "__main__":
    sys.exit(main())
