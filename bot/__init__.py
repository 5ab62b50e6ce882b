"""Boneyard: domino games in Discord channels, played when people have time."""
