"""The SQL, one module for each subject."""
