"""Matches of a site as pages see them: made, found, sat down at, looked at, replayed.

play        the part of the site that has them all        sitting     what a journal does not say of a match
library     games, rules and squads                       replaying   steps, luck, course and film
sockets     one page of one match                         telling     matches in a few words
programs    one stream for all matches of a program       lines       sockets end with their session or token
"""
