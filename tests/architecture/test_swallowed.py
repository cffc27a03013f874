"""No exception disappears without a log entry."""

from __future__ import annotations

import pytest

from tests.architecture.source import Source, snippet, sources
from tests.architecture.swallowed import swallowed

ANY = "ANY = (LookupError, Exception)"


def test_no_bug_is_swallowed() -> None:
    assert not [found for source in sources("src") for found in swallowed(source)]


@pytest.mark.parametrize(
    "handler",
    [
        "except Exception: pass",
        "except: return None",
        "except Exception as problem: page.send('that cannot be shown')",
        "except (LookupError, TypeError, AttributeError): return None",
        "except Exception as problem: print(problem)",
        "except Exception as problem: log.warning('no: %r', problem)",
        "except ANY: return None",
        "except Exception as problem: page.send(shortened(problem))",
    ],
)
def test_a_swallowed_exception_is_found(handler: str) -> None:
    assert len([*swallowed(_guarded(handler))]) == 1


@pytest.mark.parametrize(
    "line",
    [
        "with contextlib.suppress(ValueError, AttributeError): g()",
        "with suppress(ANY): g()",
        "await asyncio.gather(*tasks, return_exceptions=True)",
        "task.exception()",
    ],
)
def test_a_dropped_exception_is_found(line: str) -> None:
    assert len([*swallowed(snippet(f"{ANY}\nasync def f():\n    {line}"))]) == 1


@pytest.mark.parametrize(
    "handler",
    [
        "except Exception: log.exception('match %s', match)",
        "except Exception as problem: raise Unreadable('damaged') from problem",
        "except Exception: log.warning('match %s', match, exc_info=True)",
        "except Exception as problem: return reply(request, problem)",
        "except LookupError: return None",
    ],
)
def test_an_exception_that_somebody_hears_of_is_not(handler: str) -> None:
    assert not [*swallowed(_guarded(handler))]


@pytest.mark.parametrize(
    "line",
    [
        "with contextlib.suppress(OSError): g()",
        "for found in await asyncio.gather(*tasks, return_exceptions=True): g(found)",
        "problem = task.exception()",
    ],
)
def test_what_cannot_be_a_bug_or_is_looked_at_is_not(line: str) -> None:
    assert not [*swallowed(snippet(f"{ANY}\nasync def f():\n    {line}"))]


def _guarded(handler: str) -> Source:
    return snippet(
        f"{ANY}\n"
        "def reply(request, said): log.error('failed', exc_info=said)\n"
        "def shortened(problem): return str(problem)[:20]\n"
        f"def f():\n    try: g()\n    {handler}"
    )
