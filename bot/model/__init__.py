"""Plain values that the service, the store, the presenter and Discord's side share."""
