"""Plans deadlines and reminders, and wakes up when one is due."""
