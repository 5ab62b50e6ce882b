"""Pictures of tables, hands and scores: `paint` draws a PNG, `animation` a GIF of several."""
