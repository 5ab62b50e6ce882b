"""The parts that games of several families share."""
