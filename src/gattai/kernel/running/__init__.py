"""The rules in motion: one driver, whole games in batches, and where dice come from."""
