"""Results, ratings, achievements and the weekly podium."""
