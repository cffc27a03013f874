"""Bots in any language: external programs that read questions and write answers as lines of text.

message   the lines sent to a program, and its answers
program   the process: started, asked and ended
"""
