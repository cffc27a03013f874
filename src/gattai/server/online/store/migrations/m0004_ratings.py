"""Ratings, their history, and the matches already entered."""

from __future__ import annotations

from alembic import op

revision = "0004_ratings"
down_revision = "0001_journal"

RATING = """
CREATE TABLE rating (
    person     text COLLATE "C" NOT NULL,
    game       text NOT NULL,
    kind       text NOT NULL CHECK (kind IN ('two', 'more')),
    rating     double precision NOT NULL,
    deviation  double precision NOT NULL,
    volatility double precision NOT NULL,
    games      integer NOT NULL,
    changed    timestamptz NOT NULL,
    PRIMARY KEY (person, game, kind)
) WITH (fillfactor = 70);
CREATE INDEX rating_best ON rating (game, kind, rating);
"""

HISTORY = """
CREATE TABLE rating_history (
    number    bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    person    text COLLATE "C" NOT NULL,
    game      text NOT NULL,
    kind      text NOT NULL,
    match     text COLLATE "C" NOT NULL,
    at        timestamptz NOT NULL,
    rating    double precision NOT NULL,
    deviation double precision NOT NULL,
    change    double precision NOT NULL,
    UNIQUE (match, person)
);
CREATE INDEX rating_history_of ON rating_history (person, game, kind, at);
"""

# One row for every match considered, rated or not, so that none counts twice. `forgiven` is the person whose connection was lost.
MATCH = """
CREATE TABLE rating_match (
    match    text COLLATE "C" PRIMARY KEY,
    game     text NOT NULL,
    at       timestamptz NOT NULL,
    why      text NOT NULL DEFAULT '',
    forgiven text COLLATE "C"
);
CREATE INDEX rating_match_forgiven ON rating_match (forgiven, at) WHERE forgiven IS NOT NULL;
"""


def upgrade() -> None:
    """Create the tables and their indexes."""
    for table in (RATING, HISTORY, MATCH):
        for statement in table.split(";\n"):
            if statement.strip():
                op.execute(statement)
