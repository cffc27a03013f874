"""The matches of a site as pages see them: create, find, join, view, replay.

play        combines all of these           sitting     facts about a match outside its journal
library     games, rules, lists to build                   replaying   steps, luck, analysis and film of replays
lists       lists that one has saved
sockets     one page of one match                         telling     matches in lists
programs    one socket for a program        lines       sockets end with their session or token
"""
