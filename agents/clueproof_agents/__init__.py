"""Games for learning agents: as environments of Gymnasium, and as chat messages.

The import of this package registers the environments if Gymnasium is installed. Games
as chat messages need no other library.
"""

from contextlib import suppress

with suppress(ImportError):
    import gymnasium

    # Each kind of game has an environment for one game, and one for many games at once.
    for name in ("Wordle", "WORDPL", "Fibble"):
        gymnasium.register(
            f"clueproof/{name}-v1",
            f"clueproof_agents.single:{name.capitalize()}Env",
            vector_entry_point=f"clueproof_agents.vector:{name.capitalize()}VectorEnv",
        )
