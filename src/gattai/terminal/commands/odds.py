"""`gattai odds`: the odds of actions at a table set up from text or read from a file."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import msgspec

from gattai import games
from gattai.kernel.action import Option
from gattai.kernel.position import Asked, GamePosition, Step, stand
from gattai.kernel.record import replay
from gattai.kernel.rulebook import Refused
from gattai.kernel.ruleset import AnyRuleset
from gattai.kernel.text import notation
from gattai.kernel.text.snapshot import read_position
from gattai.kernel.text.transcript import parse
from gattai.library.meaning import folded, meant
from gattai.library.table_text import LaidTable, lay_table
from gattai.scene.advice import NoAdvice
from gattai.terminal.commands.replay import is_transcript, read_text
from gattai.terminal.complaint import Complaint
from gattai.terminal.pages.odds import ActionOdds, ask, ask_or_complain, show, show_rows

MAX_ROWS = 40
OLD_FORM = ("->", "=>", "→", " vs ", " against ")
MOVED = {
    "--chart": "gattai attack-chart chart",
    "--formula": "gattai attack-chart chart --formula",
    "--draw": "gattai robot-empire draw CARD",
}
REMOVED = (
    "--aim", "--against", "--against-dice", "--against-hp", "--army", "--battery", "--blindside",
    "--brace", "--counter", "--cover", "--dice", "--distance", "--exposed", "--flank", "--given",
    "--gone", "--high", "--indirect", "--into", "--melee", "--method", "--models", "--momentum",
    "--no-traits", "--out-of", "--own-cover", "--percent", "--power", "--round", "--rules",
    "--seen", "--shot", "--space", "--squad", "--stun", "--traits", "--underdog", "--uses",
    "--vault",
)  # fmt: skip
NEW_FORM = (
    'gattai odds attack-chart "lancer-team at 3,2; gunners at 5,2; acting lancer-team" '
    '"attack storm-rifle gunners"'
)


class OddsRequest(msgspec.Struct, frozen=True):
    """The command-line arguments of `gattai odds`."""

    game: str
    table: str
    action: str
    at: int | None = None
    settings: tuple[str, ...] = ()
    packs: tuple[Path, ...] = ()


def check_for_old_options(words: Sequence[str]) -> None:
    """Raise a Complaint that shows the new form of arguments of release 0.2.0."""
    for word in words:
        option = word.partition("=")[0]
        if option in MOVED:
            raise Complaint(f"{option} is now: {MOVED[option]}")
        if option in REMOVED:
            raise Complaint(
                f"{option} was removed: for every game, describe the table instead, for example\n"
                f"  {NEW_FORM}\n`gattai odds --help` explains how to describe a table"
            )
        if option.startswith("-") and not option.startswith("->"):
            raise Complaint(f"no such option: {option}")


def answer(wanted: OddsRequest, *, as_json: bool) -> None:
    """Print the card of one action, or one row per action."""
    if any(sign in f" {wanted.table} " for sign in OLD_FORM) or not wanted.table.strip():
        asked = "this is the form of release 0.2.0" if wanted.table.strip() else "no table"
        raise Complaint(f"{asked}: describe the table, then the action, for example\n  {NEW_FORM}")
    laid = _laid(wanted)
    step = stand(laid.rules, laid.position)
    if not step.waiting:
        raise Complaint("there is no open question at this table, so there are no odds")
    actions = _meant(laid.rules, step, wanted.action)
    if len(actions) == 1:
        found = ask_or_complain(laid.rules, step, actions[0], laid.notes)
        show([found], one=True, as_json=as_json)
        return
    rows = [*_all(laid, step, actions[:MAX_ROWS])]
    left = len(actions) - len(actions[:MAX_ROWS])
    if as_json:
        show(rows, one=False, as_json=True, left_out=left)
    else:
        show_rows(rows, laid.rules, left)


def _all(
    laid: LaidTable[msgspec.Struct], step: Step[msgspec.Struct], actions: Sequence[object]
) -> Sequence[ActionOdds]:
    found = []
    for action in actions:
        try:
            found.append(ask(laid.rules, step, action, laid.notes))
        except (Refused, NoAdvice, Complaint):
            continue  # of several actions, show those with odds
    if not found:
        raise Complaint("none of these actions has odds")
    return found


def _laid(wanted: OddsRequest) -> LaidTable[msgspec.Struct]:
    """Return the table: a position or a saved game from a file, or a text."""
    rules = games.load(wanted.game, wanted.packs)
    settings = {}
    for item in wanted.settings:
        name, equals, value = item.partition("=")
        if not equals:
            raise Complaint(f"--option is NAME=VALUE, not {item!r}")
        settings[name.strip()] = value.strip()
    text = wanted.table
    if text == "-" or ("\n" not in text and len(text) < 200 and Path(text).is_file()):
        text = read_text(Path(text))
    if is_transcript(text):
        return _replayed(rules, text, wanted.at)
    if wanted.at is not None:
        raise Complaint("--at needs a saved game")
    if text.lstrip().startswith("{"):
        return LaidTable(rules, read_position(rules, text))
    return lay_table(rules, text, settings)


def _replayed(rules: AnyRuleset, text: str, at: int | None) -> LaidTable[msgspec.Struct]:
    transcript = parse(text)
    most = len(transcript.entries)
    at = most if at is None else at
    if not 0 <= at <= most:
        raise Complaint(f"the game has {most} answers: choose 0 to {most}, not {at}")
    for record in replay(rules, transcript, verify=False):
        if record.count == at:
            position: GamePosition[msgspec.Struct] = record.position
            return LaidTable(record.rules, position, record.header.options)
    raise Complaint(f"this game ends before answer {at}")


def _meant(rules: AnyRuleset, step: Step[msgspec.Struct], text: str) -> list[object]:
    """Return the actions that a text stands for: one in notation, or all with these words; without text, all."""
    if not text:
        found = _offered(rules, step)
        if not found:
            raise Complaint(
                "no possible action at this table has odds; name an action to see why "
                "it is impossible"
            )
        return found
    try:
        action = meant(rules, step, step.waiting[0], text)
    except ValueError as problem:
        found = _with_words(rules, step, text)
        if not found:
            raise Complaint(str(problem)) from problem
        return found
    return [action] if isinstance(action, Option) else _with_words(rules, step, text) or [action]


def _offered(rules: AnyRuleset, step: Step[msgspec.Struct]) -> list[object]:
    """Return the possible actions with odds, in the order of the rules."""
    seen = step.seen(step.waiting[0])
    options = seen.question.options if isinstance(seen.question, Asked) else None
    return [option for option in options or () if _has_odds(option, seen.state)]


def _has_odds(action: object, state: object) -> bool:
    return isinstance(action, Option) and action.has_odds(state)


def _with_words(rules: AnyRuleset, step: Step[msgspec.Struct], text: str) -> list[object]:
    """Return the actions that contain all these words: possible ones, or else candidates."""
    seen = step.seen(step.waiting[0])
    words, typed = rules.words(seen.state), {*folded(text)}

    def has_words(action: object) -> bool:
        return typed <= {*folded(notation.write(action, words))}

    found = [action for action in _offered(rules, step) if has_words(action)]
    if found or not step.position.is_settled:
        return found
    thought = (each for each in rules.candidates(seen.state) if _has_odds(each, seen.state))
    return next(([each] for each in thought if has_words(each)), [])
