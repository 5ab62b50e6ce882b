"""Handlers that commands, buttons and menus share: call the service, show the answer."""
