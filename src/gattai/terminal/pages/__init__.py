"""Scenes as plain text. They know no game: everything with a scene can be printed.

table    the table: the sides with their pieces and cards, the board, the headline
board    the board, row by row, with short names for the pieces
odds     an odds card, with its reasons and its bars; rows of many actions
rules    rules and rulings, one or many
"""
