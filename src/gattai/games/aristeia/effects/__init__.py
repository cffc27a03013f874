"""The effects of cards: one class for each effect, none for a single card.

effect        the base class of effects
effect_card   the part of it that cards and dice need, and its type on a card
source        the owner and the target of an effect
wording       the words that cards, buttons and dice share
moving        Displacing and Placing
marking       States, Damage, healing
rolling       dice and symbols of the roll being made
dealing       points, cards, the Running Order
"""
