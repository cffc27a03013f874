"""What PostgreSQL keeps of matches: journals, jobs for bots, deadlines, snapshots, who sits where.

pool        connections, and what is done while the database is away
migrating   brings the tables to the form that this version needs (migrations/)
journal     the journal of a match: the one statement that appends
matches     how a match begins, is found and is loaded
snapshots   positions to load a match from     seats       who sits where
jobs        what bots have to answer           deadlines   whose time is up
rulesets    which rules came after which       site_secret what only the nodes of a site know
"""
