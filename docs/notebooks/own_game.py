# %% [markdown]
# # A game of one's own
#
# Two robots race to the twelfth mark. In a turn one strides two marks, but never twice in a row, or dashes as far as a die says, and stumbles with
# a 1. `gattai new game` writes this very game; here we look at it from a notebook: rules that ask, exact odds, and the laws.

# %%
import importlib
import random
import sys
import tempfile
from collections import Counter
from pathlib import Path

from gattai.kernel.position import begin
from gattai.odds.exact import after
from gattai.terminal.commands.starting.new import write
from gattai.testing.laws import LAWS
from gattai.testing.walk import moments

GAMES = 400  # short: 10
TRIES = 10  # short: 1

# %% [markdown]
# ## Write it
#
# Afterwards change `rules.py` as you like.

# %%
folder = Path(tempfile.mkdtemp())
write("game", "tin-race", folder, "")
sys.path.insert(0, str(folder / "tin-race" / "src"))
race = importlib.import_module("tin_race.rules")
rules = race.Rules()
print((folder / "tin-race" / "src" / "tin_race" / "rules.py").read_text("utf-8")[:600])

# %% [markdown]
# ## Play it
#
# Answers by chance, step by step: every question names its rule.

# %%
wins: Counter[str] = Counter()
turns = 0
for seed in range(GAMES):
    course = [*moments(rules, random.Random(seed))]
    turns += len(course)
    outcome = course[-1].step.question
    wins[" and ".join(race.NAMES[seat] for seat in outcome.winners) or "nobody"] += 1
print(f"{dict(wins)}, {turns / GAMES:.1f} answers a game")

# %% [markdown]
# ## Exact odds
#
# Nobody has written odds for this game: the rules are walked through every face of the die.

# %%
odds = after(rules, begin(rules, {}), race.Dash(), of=lambda state: state.marks[0])
for marks, chance in odds.items():
    print(f"{marks} marks: {chance}")
assert sum(odds.values()) == 1

# %% [markdown]
# ## The laws
#
# What holds for our five games should hold for yours: replays repeat, positions survive as text, whatever is offered is not refused, ...

# %%
for law in LAWS:
    for number in range(TRIES):
        law(rules, f"notebook {number}")
    print(f"holds: {law.__doc__}")
