"""`python -m pyramids`."""

import sys

from pyramids.cli import main

sys.exit(main())
