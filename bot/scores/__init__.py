"""Ratings, ranking periods and achievements: values and arithmetic, nothing is stored here.

.. code-block:: text

    rating        a player's strength and its uncertainty (openskill)
    repeats       the weight of a match between players who meet repeatedly in a day
    span          weeks, months, all time, and the start of each
    career        a player's totals so far
    deed          a player's part in a finished match
    achievement   the definition of an achievement
    conditions    small predicates over a deed, which achievements are built from
    achievements  all of them, declared as data by theme: milestones, company, courses,
                  endings, lines, open_tables, boards, weeks
"""
