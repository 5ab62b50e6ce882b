"""The games with square pieces; the modules `matching_*` and `rows_*` adapt Domino Squares."""
