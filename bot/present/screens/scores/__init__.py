"""The screens of rankings, profiles and achievements."""
