"""Messages that no page of ours sends: real ones that were changed, rubbish, what is huge, deep, or at the wrong time."""

from __future__ import annotations

import random
from typing import Any

import msgspec

NAMES = "type number text epoch key yes seat name actor cell target match swap".split()
KINDS = (
    "answer", "odds", "preview", "about", "coach", "undo", "consent", "reveal", "leave-lesson", "name",
    "analyse",
    "offer-draw", "answer-draw", "scene", "refused", "become-host", "", None, 7,
)  # fmt: skip
VALUES: tuple[Any, ...] = (
    None, True, False, 0, -1, 1, 2, 1.5, -0.0, 10**9, 2**31, 2**63, -(2**63) - 1, 10**30, 1e308, "", "0",
    "\0", "a", "end", "pass", "finish", "deploy x 1,1", "(" * 300, "%s%n", "../../etc/passwd", "\u202e",
    "'; DROP TABLE match; --", "{{7*7}}", "<script>", "𝔘𝔫𝔦", "e\u0301" * 60, "x" * 5_000, [], {}, [[]], ["a"] * 50,
    {"a": {"b": {}}}, {"type": "answer"},
)  # fmt: skip


class Fuzzer:
    """Makes messages; nothing it makes gives the match up, so that there is one to the end."""

    def __init__(self, seed: str) -> None:
        self.rng = random.Random(seed)

    def real(self, number: int, epoch: int, texts: list[str], pieces: list[str]) -> dict[str, Any]:
        """Something that a page could say there."""
        rng = self.rng
        text, piece = rng.choice(texts or ["end"]), rng.choice(pieces or ["nobody"])
        return rng.choice(
            (
                {"type": "answer", "number": number, "text": text, "epoch": epoch},
                {"type": "answer", "number": number, "text": text, "epoch": epoch, "key": "k"},
                {"type": "odds", "number": number, "text": text},
                {"type": "preview", "number": number, "text": text},
                {"type": "about", "number": number, "actor": piece, "target": rng.choice(pieces or ["x"])},
                {"type": "coach", "number": number},
                {"type": "undo", "number": number},
                {"type": "consent", "yes": rng.random() < 0.5},
                {"type": "answer-draw", "yes": False},
                {"type": "offer-draw"},
                {"type": "reveal", "seat": rng.randrange(3)},
                {"type": "leave-lesson"},
                {"type": "analyse", "do": "go", "place": "0"},
                {"type": "name", "name": "x" * rng.randrange(40)},
            )
        )  # fmt: skip

    def message(self, real: dict[str, Any]) -> str | bytes:
        """One message: most are real ones with something changed in them."""
        rng = self.rng
        kind = rng.random()
        if kind < 0.08:
            return bytes(rng.randrange(256) for _ in range(rng.randrange(200)))
        if kind < 0.12:
            return rng.choice(('{"type":', "[", '{"a":')) * rng.randrange(1, 3_000)
        if kind < 0.14:
            return "x" * rng.randrange(10_000, 16_000)
        if kind < 0.2:
            whole = msgspec.json.encode(VALUES[rng.randrange(13)])
            return whole if rng.random() < 0.5 else whole.decode()
        said = dict(real)
        for _ in range(rng.randrange(3)):
            self._changed(said)
        text = msgspec.json.encode(said)
        if rng.random() < 0.2:
            text = self._damaged(text)
        return text if rng.random() < 0.2 else text.decode("utf-8", errors="replace")

    def _changed(self, said: dict[str, Any]) -> None:
        rng = self.rng
        way = rng.randrange(5)
        if way == 0:
            said[rng.choice(NAMES)] = rng.choice(VALUES)
        elif way == 1 and said:
            said.pop(rng.choice([*said]))
        elif way == 2:
            said["type"] = rng.choice(KINDS)
        elif way == 3 and isinstance(said.get("text"), str):
            outbox = [*said["text"]]
            rng.shuffle(outbox)
            said["text"] = "".join(outbox)
        elif isinstance(said.get("number"), int):
            said["number"] += rng.choice((-1, 1, -100, 10**6, 2**40))

    def _damaged(self, text: bytes) -> bytes:
        rng = self.rng
        parts = bytearray(text)
        for _ in range(rng.randrange(1, 4)):
            if parts:
                at = rng.randrange(len(parts))
                way = rng.randrange(3)
                if way == 0:
                    parts[at] = rng.randrange(256)
                elif way == 1:
                    del parts[at]
                else:
                    parts.insert(at, rng.randrange(256))
        return bytes(parts)
