"""Bots in any language: a program that is asked and answers by lines of text.

letter    what a program is told and asked, as lines      program   the program, started and ended
"""
