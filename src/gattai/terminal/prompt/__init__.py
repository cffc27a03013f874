"""The line-by-line client for a person at the keyboard.

menu       the options of a question, chosen by number, words or notation
dialogue   one question until it is answered, and all commands
person     answers for a seat; dice rolled by hand
by_link    a match by link: open a link, answer, print the link to send
"""
