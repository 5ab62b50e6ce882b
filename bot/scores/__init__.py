"""Ratings, ranking periods and achievements: values and arithmetic, nothing is stored here.

.. code-block:: text

    rating         a player's strength and its uncertainty (openskill)
    repeat_weight  the weight of a match between players who meet repeatedly in a day
    span           weeks, months, all time, and the start of each
    career         a player's totals so far
    achievements   what can be earned, declared as data by theme
"""
