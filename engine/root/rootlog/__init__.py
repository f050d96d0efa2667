"""Rootlog 2.8, the community's notation: games of others read in, our own written out.

letters.py  the letters of the notation and our ids, from the `rootlog.json` of every part
changes.py  what a token says, as plain values
grammar.py  one token: from its text to what it says
read.py     a whole record: header, turns, tokens, each with its line and column
match.py    what an answer changes against what the record says next; loose.py the same for records of others
slots.py    cards that nobody named and what they may be; unseen.py a record with a name for every card
oracle.py   where the chance of a recorded game comes from; habits.py which answers are likely
chosen.py   choices that no token tells, as comments; why.py why a token does not fit
search.py   the search that plays a record; imported.py the game it gives; corrections.py readings beside a record
"""
