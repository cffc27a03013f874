"""Exceptions printed on cards: weapon tags, traits, elite bonuses, pilot skills.

moments    every hook that keywords can override
registry   maps words to classes and combines several keywords
tags       of weapons            traits     of units and pilots
bonuses    of Elite units        skills     of pilots, after the roll
reactions  rerolls, ship reactions, orders, support: other offers after the roll
"""
