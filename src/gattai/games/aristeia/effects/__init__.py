"""What cards can do: one small class for each kind of effect, none for any card.

kinds     what every kind of effect can say, and which class is which kind
moving    Displacing and Placing
marking   States, Damage, healing
rolling   dice and symbols of the roll being made
dealing   points, cards, the Running Order
"""
