"""The server: the only part that knows time, people and networks.

messages   what pages and server say to each other
"""
