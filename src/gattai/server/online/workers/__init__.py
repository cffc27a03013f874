"""How a node handles matches that other nodes may play at the same time.

kept        the content of snapshots                journal   writes rows to the database, then to other nodes
clocks      time limits, computed from rows         worker    runs bots, job by job
attendance  who has the match open, here and elsewhere
"""
