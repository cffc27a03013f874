"""Structured logs: one line per event, for people or machines, without secrets.

A line consists of names and values. Values whose names suggest a secret are masked, so that a mistake
elsewhere does not write one to a file.
"""

from __future__ import annotations

import logging
import sys
from collections.abc import MutableMapping
from typing import TextIO

import structlog
from structlog.typing import Processor

SECRET = ("password", "token", "cookie", "secret", "authorization", "credential", "key", "seed")
"""Parts of names whose values are masked."""
STRUCK = "***"


def strike_out(
    _: object, __: str, event: MutableMapping[str, object]
) -> MutableMapping[str, object]:
    """Mask values in a log line that could be secret.

    >>> strike_out(None, "", {"event": "in", "session_token": "abc", "status": 200})
    {'event': 'in', 'session_token': '***', 'status': 200}
    """
    for name in event:
        if any(word in name.lower() for word in SECRET):
            event[name] = STRUCK
    return event


def set_up(form: str = "text", stream: TextIO | None = None) -> None:
    """Configure logging to standard error, as `text` or `json`."""
    last: Processor = (
        structlog.processors.JSONRenderer()
        if form == "json"
        else structlog.dev.ConsoleRenderer(colors=False, sort_keys=False)
    )
    lines: list[Processor] = [
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
    # Modules shared with the local server use Python's standard logging.
    handler = logging.StreamHandler(stream or sys.stderr)
    only_the_line = structlog.stdlib.ProcessorFormatter.remove_processors_meta
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=lines, processors=[only_the_line, last]
        )
    )
    logging.getLogger("gattai").handlers = [handler]


def log() -> structlog.stdlib.BoundLogger:
    """Return the logger: `log().info("what happened", name=value)`."""
    logger: structlog.stdlib.BoundLogger = structlog.get_logger()
    return logger
