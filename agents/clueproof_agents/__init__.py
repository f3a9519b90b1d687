"""Games for learning agents: environments of Gymnasium, registered on import, and chat.

Games as chat need no extra; without Gymnasium nothing is registered.
"""

from contextlib import suppress

with suppress(ImportError):
    import gymnasium

    # Each game has an environment of one game, and one of many at once.
    for name in ("Wordle", "WORDPL", "Fibble"):
        gymnasium.register(
            f"clueproof/{name}-v1",
            f"clueproof_agents.single:{name.capitalize()}Env",
            vector_entry_point=f"clueproof_agents.vector:{name.capitalize()}VectorEnv",
        )
