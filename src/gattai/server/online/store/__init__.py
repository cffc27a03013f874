"""Stores matches in PostgreSQL: journals, bot jobs, deadlines, snapshots, seats.

pool        connections, with retries while the database is not available
migrating   runs migrations (migrations/)
journal     the journal of a match: the one statement that appends
matches     creates, finds and loads matches
snapshots   positions to load a match from     seats       who plays which seat
jobs        answers that bots owe              deadlines   expired time limits
rulesets    the order of rule versions         site_secret secrets shared by the nodes
lists       lists saved in the builder
"""
