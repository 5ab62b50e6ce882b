"""The values that the service, the store and Discord's side exchange."""
