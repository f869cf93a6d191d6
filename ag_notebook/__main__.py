"""Does without a notebook what the magic does: `python -m ag_notebook report FILE::NAME`, `… check …`, `… FILE`."""

from __future__ import annotations

import sys

from ag_notebook.commands import main

if __name__ == "__main__":
    sys.exit(main())
