"""The games in which square pieces match at their sides: Block and Draw."""
