"""What play is worth: ratings, spans of time, achievements. Values and arithmetic, nothing stored.

.. code-block:: text

    rating        how strong somebody is, and how sure that is (openskill)
    repeats       how much a match counts among people who meet again and again
    span          weeks, months, all time; when a week turns
    career        what somebody has done so far
    deed          one person's part in a match that has ended
    achievements  what can be earned, declared as data
"""
