"""People: identity, log-in, reports, moderation."""

from __future__ import annotations

from alembic import op

revision = "0002_people"
down_revision = "0001_journal"

# `folded` is equal for names that look alike; null for guests and for people who left. `closed` is set by
# moderators and can be undone; `gone` is set by the person and is final.
PERSON = """
CREATE TABLE person (
    id      text COLLATE "C" PRIMARY KEY,
    name    text NOT NULL,
    folded  text COLLATE "C" UNIQUE,
    kind    text NOT NULL CHECK (kind IN ('guest', 'account', 'bot')),
    rank    smallint NOT NULL,
    owner   text COLLATE "C" REFERENCES person (id),
    mail    text,
    created timestamptz NOT NULL DEFAULT clock_timestamp(),
    renamed timestamptz,
    muted   timestamptz,
    closed  timestamptz,
    gone    timestamptz
);
CREATE INDEX person_owner ON person (owner) WHERE owner IS NOT NULL;
CREATE INDEX person_guest ON person (created) WHERE kind = 'guest';
"""

# A former name stays reserved for a while, so that nobody is mistaken for someone else.
FORMER = """
CREATE TABLE former_name (
    folded bytea PRIMARY KEY,
    person text COLLATE "C" NOT NULL,
    until  timestamptz NOT NULL
);
"""

PASSWORD = """
CREATE TABLE password (
    person  text COLLATE "C" PRIMARY KEY REFERENCES person (id) ON DELETE CASCADE,
    hash    text NOT NULL,
    changed timestamptz NOT NULL DEFAULT clock_timestamp()
);
"""

PASSKEY = """
CREATE TABLE passkey (
    id      bytea PRIMARY KEY,
    person  text COLLATE "C" NOT NULL REFERENCES person (id) ON DELETE CASCADE,
    public  bytea NOT NULL,
    count   bigint NOT NULL,
    label   text NOT NULL,
    created timestamptz NOT NULL DEFAULT clock_timestamp(),
    used    timestamptz
);
CREATE INDEX passkey_person ON passkey (person);
CREATE TABLE ceremony (
    id        text COLLATE "C" PRIMARY KEY,
    purpose   text NOT NULL,
    person    text COLLATE "C" NOT NULL DEFAULT '',
    name      text NOT NULL DEFAULT '',
    challenge bytea NOT NULL,
    until     timestamptz NOT NULL
);
CREATE INDEX ceremony_until ON ceremony (until);
"""

SESSION = """
CREATE TABLE session (
    hash    bytea PRIMARY KEY,
    id      text COLLATE "C" NOT NULL UNIQUE,
    person  text COLLATE "C" NOT NULL REFERENCES person (id) ON DELETE CASCADE,
    device  text NOT NULL,
    created timestamptz NOT NULL DEFAULT clock_timestamp(),
    seen    timestamptz NOT NULL DEFAULT date_trunc('hour', clock_timestamp()),
    expires timestamptz NOT NULL
);
CREATE INDEX session_person ON session (person);
CREATE INDEX session_expires ON session (expires);
"""

TOKEN = """
CREATE TABLE token (
    hash    bytea PRIMARY KEY,
    id      text COLLATE "C" NOT NULL UNIQUE,
    person  text COLLATE "C" NOT NULL REFERENCES person (id) ON DELETE CASCADE,
    label   text NOT NULL,
    scopes  text[] NOT NULL,
    created timestamptz NOT NULL DEFAULT clock_timestamp(),
    used    timestamptz
);
CREATE INDEX token_person ON token (person);
"""

# Keys are hashed with a secret of the site: addresses are counted here but never stored.
ATTEMPT = """
CREATE TABLE attempt (
    key   bytea PRIMARY KEY,
    count integer NOT NULL,
    until timestamptz NOT NULL
);
CREATE INDEX attempt_until ON attempt (until);
CREATE TABLE site_secret (
    name  text PRIMARY KEY,
    value bytea NOT NULL
);
"""

BLOCK = """
CREATE TABLE block (
    person  text COLLATE "C" NOT NULL REFERENCES person (id) ON DELETE CASCADE,
    other   text COLLATE "C" NOT NULL REFERENCES person (id) ON DELETE CASCADE,
    created timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (person, other)
);
CREATE INDEX block_other ON block (other);
"""

# `reporter` and `about` are no foreign keys: moderators' decisions stay when a guest is deleted.
REPORT = """
CREATE TABLE report (
    id       text COLLATE "C" PRIMARY KEY,
    reporter text COLLATE "C" NOT NULL,
    about    text COLLATE "C" NOT NULL,
    match    text COLLATE "C" NOT NULL DEFAULT '',
    what     text NOT NULL,
    state    text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'upheld', 'dismissed')),
    created  timestamptz NOT NULL DEFAULT clock_timestamp(),
    settled  timestamptz
);
CREATE INDEX report_state ON report (state, created);
CREATE INDEX report_about ON report (about);
CREATE INDEX report_reporter ON report (reporter);
CREATE TABLE moderation (
    number  bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    at      timestamptz NOT NULL DEFAULT clock_timestamp(),
    by      text COLLATE "C" NOT NULL,
    did     text NOT NULL,
    about   text COLLATE "C" NOT NULL,
    why     text NOT NULL
);
CREATE INDEX moderation_about ON moderation (about, number);
"""

TABLES = (PERSON, FORMER, PASSWORD, PASSKEY, SESSION, TOKEN, ATTEMPT, BLOCK, REPORT)


def upgrade() -> None:
    """Create the tables and their indexes."""
    for table in TABLES:
        for statement in table.split(";\n"):
            if statement.strip():
                op.execute(statement)
