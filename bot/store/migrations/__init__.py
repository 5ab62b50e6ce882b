"""The history of the tables, one file per step in `versions`.

A step says in full what it does and uses nothing of `bot`, which keeps changing. Model the next one
on the last, with `down_revision` naming it; the tests compare what all steps make with
`bot.store.tables`.
"""
