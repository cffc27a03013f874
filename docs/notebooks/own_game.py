# %% [markdown]
# # Your own game
#
# Two robots race to the twelfth mark. Each turn a robot strides two marks, but never twice in a row, or dashes as far as a die shows, and
# stumbles on a 1. `gattai new game` writes this game. This notebook shows its rules, its exact odds, and the laws.

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
# Then change `rules.py` as you like.

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
# Random answers, step by step: every question names its rule.

# %%
wins: Counter[str] = Counter()
turns = 0
for seed in range(GAMES):
    played = [*moments(rules, random.Random(seed))]
    turns += len(played)
    outcome = played[-1].step.question
    wins[" and ".join(race.NAMES[seat] for seat in outcome.winners) or "nobody"] += 1
print(f"{dict(wins)}, {turns / GAMES:.1f} answers a game")

# %% [markdown]
# ## Exact odds
#
# This game has no code for odds: the rules run once for every face of the die.

# %%
odds = after(rules, begin(rules, {}), race.Dash(), of=lambda state: state.marks[0])
for marks, chance in odds.items():
    print(f"{marks} marks: {chance}")
assert sum(odds.values()) == 1

# %% [markdown]
# ## The laws
#
# Your game must satisfy the same laws as our five: replays repeat, positions survive as text, every offered option is legal, ...

# %%
for law in LAWS:
    for number in range(TRIES):
        law(rules, f"notebook {number}")
    print(f"holds: {law.__doc__}")
