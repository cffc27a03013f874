# %% [markdown]
# # A bot of one's own
#
# A bot is anything with a method `answer`: it sees what its seat may see, and says what it does. Ours looks at the exact odds of every attack and
# takes the one that does most; where there is none it lets greedy move. How good is that? We let it play, in pairs with seats swapped.

# %%
from typing import Any

import gattai
from gattai import games
from gattai.bots import registry
from gattai.games.attack_chart.deeds.activating import Attack
from gattai.lab.match import wilson
from gattai.scene.advice import NoAdvice, weigh

PAIRS = 30  # short: 1
ROUNDS = 3  # short: 1

# %% [markdown]
# ## The bot


# %%
class Puncher:
    """Attacks where the most is expected; all else it leaves to greedy."""

    def __init__(self, seed: str) -> None:
        self.other = registry.make("greedy", seed)
        self.rules = games.load("attack-chart")
        self.maker = games.scene_maker("attack-chart")

    def answer(self, seen: Any, ask: Any, number: int) -> Any:
        """What it does; `seen.question.options` are the options in full."""
        attacks = [one for one in seen.question.options if isinstance(one, Attack)]
        if not attacks:
            return self.other.answer(seen, ask, number)
        return max(attacks, key=lambda attack: self.expected(seen, attack))

    def expected(self, seen: Any, attack: Attack) -> float:
        """What an attack does on average, from the rules themselves."""
        try:
            chances = weigh(self.rules, self.maker, seen, attack).chances
        except NoAdvice:  # an attack that throws no die
            return 0.0
        return float(sum(number * chance for number, chance in chances.items()))


# %% [markdown]
# ## A match of mirrored pairs
#
# The same seed twice, with seats swapped: what luck gives to one it gives to the other.


# %%
def score(seed: int, ours: str, other: str) -> float:
    """1 if our bot wins on this seat, one half if nobody does."""
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
# `gattai new bot NAME` writes it as a distribution, so that `gattai play --seats NAME,human` and the lab know it; a program in another language
# joins by standard input and output (`gattai bots match "stdio:node bot.js" greedy`).
