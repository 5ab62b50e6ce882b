"""The screens of finished matches: history, replay, proof, analysis and sharing."""
