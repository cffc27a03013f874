"""No exception disappears without a log entry."""

from __future__ import annotations

import pytest

from tests.architecture.source import snippet, sources
from tests.architecture.swallowed import swallowed


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
    ],
)
def test_a_swallowed_exception_is_found(handler: str) -> None:
    assert len([*swallowed(snippet(f"def f():\n    try: g()\n    {handler}"))]) == 1


@pytest.mark.parametrize(
    "handler",
    [
        "except Exception: log.exception('match %s', match)",
        "except Exception as problem: raise Unreadable('damaged') from problem",
        "except Exception as problem: return reply(request, problem)",
        "except LookupError: return None",
    ],
)
def test_an_exception_that_somebody_hears_of_is_not(handler: str) -> None:
    assert not [*swallowed(snippet(f"def f():\n    try: g()\n    {handler}"))]
