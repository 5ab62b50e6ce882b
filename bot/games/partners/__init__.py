"""The partner games of Latin America, Spain and the Arab world: one way to play, many to count."""
