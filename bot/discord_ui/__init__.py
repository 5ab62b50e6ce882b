"""The Discord front end: slash commands, buttons, menus and messages; it has no game rules."""
