"""The history of the tables, one file per step in `versions`.

A step says in full what it does and uses nothing of `bot`, which keeps changing. Model the next one
on the last, with `down_revision` naming it; the tests compare what all steps make with
`bot.store.tables`. Its `revision` is the release that brings it, such as "1.1.0".

While a release is deployed, processes of the release before go on with the new tables for a moment.
A step that they cannot work with says so with ``NEEDS_ALL_STOPPED = True``, and its docstring why;
it is refused while others are running.
"""
