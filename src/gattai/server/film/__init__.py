"""A replay in one file: all its steps, as one seat may see them, without a server."""
