"""Words that several screens share: seats, letters."""
