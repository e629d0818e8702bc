"""`python -m khonsu` is the command line."""

import sys

from khonsu.cli import main

sys.exit(main())
