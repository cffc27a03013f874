"""Database migrations. Old nodes run during a migration: expand first, contract in a later version."""
