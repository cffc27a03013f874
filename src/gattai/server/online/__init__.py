"""A host's own site: matches in PostgreSQL, nodes that share nothing, people with names."""
