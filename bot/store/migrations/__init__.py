"""How the tables came to be, a file a step in `versions`.

A step says in full what it does and uses nothing of `bot`, which goes on changing. Write the next
one after the example of the last, with `down_revision` naming it; the tests compare what all steps
make with `bot.store.tables`.
"""
