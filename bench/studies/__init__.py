"""The studies of our own five games: played from `studies/`, stored as summaries, written as pages of `docs/lab`."""
