"""Matches, journals, snapshots, jobs and seats."""

from __future__ import annotations

from alembic import op

revision = "0001_journal"
down_revision = None

# A match's row changes with every answer. Besides the id, only `deadline` and `ended` are indexed, and a match
# without time limits does not change them, so that updates stay within one page of the table.
MATCH = """
CREATE TABLE match (
    id       text COLLATE "C" PRIMARY KEY,
    game     text NOT NULL,
    head     text NOT NULL,
    digest   text NOT NULL,
    number   integer NOT NULL DEFAULT 0,
    answers  integer NOT NULL DEFAULT 0,
    waiting  integer[] NOT NULL DEFAULT '{}',
    deadline timestamptz,
    held     timestamptz,
    over     text NOT NULL DEFAULT '',
    winners  integer[] NOT NULL DEFAULT '{}',
    created  timestamptz NOT NULL DEFAULT clock_timestamp(),
    changed  timestamptz NOT NULL DEFAULT clock_timestamp(),
    ended    timestamptz
) WITH (fillfactor = 70);
CREATE INDEX match_deadline ON match (deadline) WHERE deadline IS NOT NULL;
CREATE INDEX match_ended ON match (ended) WHERE ended IS NOT NULL;
"""

# No foreign key to the match: every insert here changes the row of the match in the same statement.
ENTRY = """
CREATE TABLE entry (
    match  text COLLATE "C" NOT NULL,
    number integer NOT NULL,
    key    text COLLATE "C" NOT NULL,
    at     timestamptz NOT NULL DEFAULT clock_timestamp(),
    body   json NOT NULL,
    PRIMARY KEY (match, number),
    UNIQUE (match, key)
);
"""

SNAPSHOT = """
CREATE TABLE snapshot (
    match  text COLLATE "C" NOT NULL,
    number integer NOT NULL,
    digest text NOT NULL,
    body   text NOT NULL,
    PRIMARY KEY (match, number)
);
"""

# `lease` is the time from which anyone may take the job: its creation, or the end of a worker's lease.
JOB = """
CREATE TABLE job (
    match  text COLLATE "C" NOT NULL,
    seat   integer NOT NULL,
    number integer NOT NULL,
    lease  timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (match, seat)
) WITH (fillfactor = 50);
CREATE INDEX job_lease ON job (lease);
"""

SEAT = """
CREATE TABLE seat (
    match  text COLLATE "C" NOT NULL,
    seat   integer NOT NULL,
    person text COLLATE "C" NOT NULL,
    PRIMARY KEY (match, seat)
);
CREATE INDEX seat_person ON seat (person);
"""


def upgrade() -> None:
    """Create the tables and their indexes."""
    for table in (MATCH, ENTRY, SNAPSHOT, JOB, SEAT):
        for statement in table.split(";\n"):
            if statement.strip():
                op.execute(statement)
