"""A replay that needs no table: all its steps in one file, as one seat may see them."""
