"""Words that several screens share: seats, ends, links, letters."""
