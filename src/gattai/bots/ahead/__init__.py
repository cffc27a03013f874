"""Looking ahead: what follows an answer, along the best course of greedy or down a tree.

plans         each first answer is followed to the end of the activation and of the reply
tree          the same for a game without a worth: answer by answer, played on at random
activations   when one ends, told by the tables that a course comes to
"""
