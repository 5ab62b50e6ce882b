"""Words that several screens share: seats, links, letters."""
