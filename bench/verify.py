"""What it costs to check a saved game: seconds of CPU for each 1,000 answers, and for one throw.

    python bench/verify.py [--games aegis ...] [--times 3] [--json]

Bots play a game with committed dice; then it is verified as `gattai verify` does it, without starting the program.
The best of several times is told, for machines are noisy.
"""

from __future__ import annotations

import argparse
import json
from time import process_time
from typing import Any

from gattai import games
from gattai.bots import registry
from gattai.kernel.question import Roll
from gattai.kernel.running.committed import Committed
from gattai.kernel.text.transcript import parse
from gattai.server.messages import NewMatch
from gattai.server.table.opening import opened
from gattai.terminal.client.session import TerminalSession
from gattai.terminal.commands.replay import verified

SECRET = bytes(range(32)).hex()
GAMES = ("aegis", "aristeia", "attack-chart", "mechastellar", "robot-empire")


def played(game: str) -> str:
    """The transcript of a game between bots that move at random."""
    dice = Committed(SECRET, ("a", "-"))
    record, _ = opened(NewMatch(game, ("random", "random")), dice=dice)
    bots = [registry.make("random", "7", rules=record.rules) for _ in record.rules.seats]
    TerminalSession(record, bots, dice).play()
    return record.transcript().text()


def measured(game: str, times: int) -> dict[str, Any]:
    """One game, checked so often."""
    text = played(game)
    transcript, rules = parse(text), games.load(game)
    took = []
    for _ in range(times):
        began = process_time()
        record = verified(rules, transcript, text)
        took.append(process_time() - began)
    throws = [(n, p.question) for n, p in enumerate(record.past, 1) if isinstance(p.question, Roll)]
    dice = Committed(SECRET, ("a", "-"))
    began = process_time()
    for number, roll in throws:
        dice.faces(roll, number)
    thrown = process_time() - began
    answers = len(transcript.entries)
    return {
        "game": game,
        "answers": answers,
        "throws": len(throws),
        "seconds_per_1000_answers": round(1000 * min(took) / answers, 3),
        "microseconds_per_throw": round(1e6 * thrown / len(throws), 1),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", nargs="*", default=GAMES)
    parser.add_argument("--times", type=int, default=3)
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    for game in given.games:
        found = measured(game, given.times)
        if given.json:
            print(json.dumps(found))
        else:
            print(
                f"{game:13} {found['answers']:5} answers, {found['seconds_per_1000_answers']:.2f} s "
                f"for 1,000; {found['throws']:4} throws, {found['microseconds_per_throw']:.0f} µs each"
            )


if __name__ == "__main__":
    main()
