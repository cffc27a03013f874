"""One match being played: its viewers, clocks, bots and what is taken back. Knows no disk and no account."""
