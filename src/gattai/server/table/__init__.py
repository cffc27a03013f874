"""A match in progress: its viewers, clocks, bots and undo. It knows neither files nor accounts."""
