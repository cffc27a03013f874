"""Questions that take many studies: a sweep, tuning a number, piece values, a league."""
