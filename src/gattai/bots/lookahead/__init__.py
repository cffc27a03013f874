"""Search: evaluating an answer by its continuations, greedy rollouts or a tree.

plans         rollouts of each first answer to the end of the activation and of the reply
tree          Monte Carlo tree search, for games without an evaluation
activations   detects the ends of activations during a rollout
"""
