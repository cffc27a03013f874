"""Scenes as pages of plain text. They know no game: whatever has a scene can be printed.

table    what lies on the table: the sides with their pieces and cards, the board, how far it is
board    the board, row by row, with short names for the pieces
odds     an odds card, with its reasons and its bars; tables laid for a question
rules    rules and rulings, one or many
"""
