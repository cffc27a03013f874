"""Exceptions that cards print: weapon tags, traits, elite bonuses, pilot skills.

moments    every moment at which an exception may speak
registry   which word is which class, and what several say together
tags       of weapons            traits     of units and pilots
bonuses    of Elite units        skills     of pilots, once the dice lie
reactions  rerolls, ship reactions, orders, support: what else can be used then
"""
