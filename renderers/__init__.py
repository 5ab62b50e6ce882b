"""Pictures of tables, hands and scores: `paint` draws a scene as a PNG, `animation` several as a GIF."""
