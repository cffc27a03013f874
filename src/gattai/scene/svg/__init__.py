"""A scene as a picture: one SVG file, for the README, the documentation, notebooks.

drawing   the whole picture
tokens    its cells and pieces
labels    names beside pieces
"""
