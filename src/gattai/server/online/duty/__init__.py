"""A host's day: whether the site is well, what it does, what it says in its logs, copies of its data."""
