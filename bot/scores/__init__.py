"""What play is worth: ratings, spans of time, achievements. Values and arithmetic, nothing stored.

.. code-block:: text

    rating        how strong somebody is, and how sure that is (openskill)
    repeats       how much a match counts among people who meet again and again
    span          weeks, months, all time; when a week turns
    career        what somebody has done so far
    deed          one person's part in a match that has ended
    achievement   what an achievement is
    conditions    small questions about a deed, from which achievements are put together
    achievements  all of them, declared as data theme by theme: milestones, company, courses,
                  endings, lines, open_tables, boards, weeks
"""
