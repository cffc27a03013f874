"""The studies of our own five games: played from `studies/`, kept as summaries, told as pages of `docs/lab`."""
