"""The coach: advice for a person, in words made of facts.

answers     the best answers with their chances to win; the review judges with the same function
threat      what the opponent can do next, by the exact odds of its attacks
line        how a plan goes on after its first answer
coach       all of it for one question: threat, plan, the best three answers, and why others are worse
"""
