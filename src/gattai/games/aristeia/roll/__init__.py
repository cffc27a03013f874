"""A roll from its pools to its result, and its odds."""
