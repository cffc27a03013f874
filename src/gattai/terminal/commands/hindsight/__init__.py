"""Commands about completed games."""
