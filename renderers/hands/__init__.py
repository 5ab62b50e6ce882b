"""Pictures of one hand and of everybody's."""
