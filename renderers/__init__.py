"""Pictures of tables, hands and scores: `paint` draws a scene as a PNG, `film` several as a GIF."""
