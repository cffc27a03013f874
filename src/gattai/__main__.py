"""`python -m gattai` is `gattai`."""

from gattai.terminal.main import main

main()
