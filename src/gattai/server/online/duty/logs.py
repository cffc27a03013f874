"""What the site says about itself: one line an event, for people or for machines, and no secret in it.

A line is made of names and values. Names that could hold a secret are struck out wherever they come
from, so that a slip elsewhere does not end in a file.
"""

from __future__ import annotations

import logging
import sys
from collections.abc import MutableMapping
from typing import Any, TextIO

import structlog

SECRET = ("password", "token", "cookie", "secret", "authorization", "credential", "key", "seed")
"""Parts of names whose values are nobody's business."""
STRUCK = "***"


def strike_out(_: object, __: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """The line without what could be a secret.

    >>> strike_out(None, "", {"event": "in", "session_token": "abc", "status": 200})
    {'event': 'in', 'session_token': '***', 'status': 200}
    """
    for name in event:
        if any(word in name.lower() for word in SECRET):
            event[name] = STRUCK
    return event


def set_up(form: str = "text", stream: TextIO | None = None) -> None:
    """Have logs written as `text` or as `json`, to standard error."""
    last: Any = (
        structlog.processors.JSONRenderer()
        if form == "json"
        else structlog.dev.ConsoleRenderer(colors=False, sort_keys=False)
    )
    lines: list[Any] = [
        structlog.contextvars.merge_contextvars,
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        strike_out,
        structlog.processors.format_exc_info,
    ]
    structlog.configure(
        processors=[*lines, last],
        logger_factory=structlog.PrintLoggerFactory(stream or sys.stderr),
        cache_logger_on_first_use=False,
    )
    # What a table says it says to Python's own log, for at home there is no other.
    handler = logging.StreamHandler(stream or sys.stderr)
    only_the_line = structlog.stdlib.ProcessorFormatter.remove_processors_meta
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=lines, processors=[only_the_line, last]
        )
    )
    logging.getLogger("gattai").handlers = [handler]


def log() -> Any:
    """Where to say something: `log().info("what happened", name=value)`."""
    return structlog.get_logger()
