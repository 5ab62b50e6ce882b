"""Screens to messages and back: slash commands, buttons, menus; what they mean is elsewhere."""
