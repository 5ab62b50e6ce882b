"""The screens of what people and servers have set, and of stored data."""
