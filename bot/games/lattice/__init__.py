"""The games with square pieces, in parts; those named `matching_` and `rows_` adapt the first."""
