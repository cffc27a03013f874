"""Sittings, invitations, seeks, notices and chat."""

from __future__ import annotations

from alembic import op

revision = "0003_lobby"
down_revision = "0002_people"

# `rematch` is unique, so that a second request for a rematch finds the first one's match.
SITTING = """
CREATE TABLE sitting (
    match   text COLLATE "C" PRIMARY KEY,
    maker   text COLLATE "C" NOT NULL,
    seating json NOT NULL,
    rated   boolean NOT NULL DEFAULT false,
    listed  boolean NOT NULL DEFAULT true,
    days    integer NOT NULL DEFAULT 0,
    rematch text COLLATE "C" UNIQUE,
    scored  boolean NOT NULL DEFAULT false
);
CREATE INDEX sitting_unscored ON sitting (match) WHERE rated AND NOT scored;
"""

INVITATION = """
CREATE TABLE invitation (
    token text COLLATE "C" PRIMARY KEY,
    match text COLLATE "C" NOT NULL,
    seat  integer NOT NULL,
    UNIQUE (match, seat)
);
"""

# A person has at most one live seek, so that nobody is paired twice. Once an opponent is found, `other` and `match` are
# set and the other's row is deleted: any node may then begin the match.
SEEK = """
CREATE TABLE seek (
    id       text COLLATE "C" PRIMARY KEY,
    person   text COLLATE "C" NOT NULL,
    game     text NOT NULL,
    options  text NOT NULL,
    reaction integer NOT NULL,
    turn     integer NOT NULL,
    rated    boolean NOT NULL,
    quick    boolean NOT NULL,
    rating   integer NOT NULL,
    least    integer NOT NULL,
    most     integer NOT NULL,
    made     timestamptz NOT NULL DEFAULT clock_timestamp(),
    seen     timestamptz NOT NULL DEFAULT clock_timestamp(),
    match    text COLLATE "C",
    seat     integer,
    other    text COLLATE "C"
);
CREATE UNIQUE INDEX seek_live ON seek (person) WHERE turn < 86400 AND match IS NULL;
CREATE INDEX seek_person ON seek (person);
CREATE INDEX seek_game ON seek (game, made) WHERE match IS NULL;
CREATE INDEX seek_match ON seek (made) WHERE match IS NOT NULL;
"""

# Notices to pages. Anyone who misses one finds the same data in other tables, so it may be lost.
NOTICE = """
CREATE UNLOGGED TABLE notice (
    number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    topic  text COLLATE "C" NOT NULL,
    body   text NOT NULL,
    at     timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX notice_at ON notice (at);
"""

SAID = """
CREATE TABLE said (
    number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    room   text COLLATE "C" NOT NULL,
    person text COLLATE "C" NOT NULL,
    body   text NOT NULL,
    at     timestamptz NOT NULL DEFAULT clock_timestamp(),
    hidden text COLLATE "C"
);
CREATE INDEX said_room ON said (room, number);
"""

# Who is at which match now; nodes report it every few seconds, so losing it does no harm.
LIVE = """
CREATE UNLOGGED TABLE live (
    match    text COLLATE "C" NOT NULL,
    node     text COLLATE "C" NOT NULL,
    players  integer NOT NULL,
    watchers integer NOT NULL,
    seen     timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (match, node)
);
"""

ARCHIVE = """
CREATE INDEX match_game_ended ON match (game, ended, id) WHERE ended IS NOT NULL;
"""


def upgrade() -> None:
    """Create the tables and their indexes."""
    for table in (SITTING, INVITATION, SEEK, NOTICE, SAID, LIVE, ARCHIVE):
        for statement in table.split(";\n"):
            if statement.strip():
                op.execute(statement)
