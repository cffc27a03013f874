"""A person at the keyboard, line by line.

menu       the options of a question, by number, in a few words, in notation
dialogue   one question until it is answered, and everything one may ask back
person     answers for a seat; dice thrown by hand
"""
