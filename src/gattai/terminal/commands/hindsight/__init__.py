"""Commands that look back on games that are over."""
