"""A build of the site where a win may be claimed soon: `python -m tests.online.browser.impatient` is `gattai`."""

from __future__ import annotations

from gattai.server.online.workers import clocks
from gattai.terminal.main import main

if __name__ == "__main__":
    clocks.CLAIM, clocks.ASKED = 3.0, 1.0
    main()
