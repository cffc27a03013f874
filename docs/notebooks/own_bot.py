# %% [markdown]
# # Your own bot
#
# A bot is any object with a method `answer`: it gets its seat's view and returns an answer. Ours takes the attack with the most expected
# damage, by exact odds; without an attack it lets greedy move. How good is that? We let it play, in pairs with seats swapped.

# %%
from typing import Any

import gattai
from gattai import games
from gattai.bots import registry
from gattai.games.attack_chart.actions.activating import Attack
from gattai.lab.match import wilson
from gattai.scene.advice import NoAdvice, weigh

PAIRS = 30  # short: 1
ROUNDS = 3  # short: 1

# %% [markdown]
# ## The bot


# %%
class Puncher:
    """Makes the attack with the most expected damage; leaves everything else to greedy."""

    def __init__(self, seed: str) -> None:
        self.other = registry.make("greedy", seed)
        self.rules = games.load("attack-chart")
        self.maker = games.scene_maker("attack-chart")

    def answer(self, seen: Any, ask: Any, number: int) -> Any:
        """Return the answer; `seen.question.options` contains all options."""
        attacks = [one for one in seen.question.options if isinstance(one, Attack)]
        if not attacks:
            return self.other.answer(seen, ask, number)
        return max(attacks, key=lambda attack: self.expected(seen, attack))

    def expected(self, seen: Any, attack: Attack) -> float:
        """Return the expected damage of an attack."""
        try:
            chances = weigh(self.rules, self.maker, seen, attack).chances
        except NoAdvice:  # an attack without dice
            return 0.0
        return float(sum(number * chance for number, chance in chances.items()))


# %% [markdown]
# ## A match of mirrored pairs
#
# The same seed twice, with seats swapped, so that luck favours both bots equally.


# %%
def score(seed: int, ours: str, other: str) -> float:
    """Return 1 if our bot wins on this seat, one half for a draw."""
    match = gattai.game("attack-chart").begin(seed=seed, rounds=ROUNDS)
    bots: list[Any] = [Puncher(str(seed)), registry.make(other, str(seed))]
    if ours != match.seats[0]:
        bots.reverse()
    match.play_out(*bots)
    return 0.5 if match.winner is None else float(match.winner == ours)


for other in ("random", "greedy"):
    scores = [score(seed, ours, other) for seed in range(PAIRS) for ours in ("blue", "red")]
    low, high = wilson(sum(scores) / len(scores), len(scores))
    print(f"against {other}: {sum(scores):g} of {len(scores)} ({low:.0%} to {high:.0%})")

# %% [markdown]
# ## Where to go from here
#
# `gattai new bot NAME` writes a bot as a Python package, so that `gattai play --seats NAME,human` and the lab find it. A program in another
# language plays over standard input and output (`gattai bots match "stdio:node bot.js" greedy`).
