"""Games for learning agents: environments of Gymnasium, registered on import, and chat.

Games as chat need no extra; without Gymnasium nothing is registered.
"""

from contextlib import suppress

with suppress(ImportError):
    import gymnasium

    gymnasium.register(
        "clueproof/Wordle-v1",
        "environments.single:WordleEnv",
        vector_entry_point="environments.vector:WordleVectorEnv",
    )
    gymnasium.register("clueproof/WORDPL-v1", "environments.single:WordplEnv")
    gymnasium.register("clueproof/Fibble-v1", "environments.single:FibbleEnv")
