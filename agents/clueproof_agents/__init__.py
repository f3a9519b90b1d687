"""Games for learning agents: environments of Gymnasium, registered on import, and chat.

Games as chat need no extra; without Gymnasium nothing is registered.
"""

from contextlib import suppress

with suppress(ImportError):
    import gymnasium

    gymnasium.register(
        "clueproof/Wordle-v1",
        "clueproof_agents.single:WordleEnv",
        vector_entry_point="clueproof_agents.vector:WordleVectorEnv",
    )
    gymnasium.register("clueproof/WORDPL-v1", "clueproof_agents.single:WordplEnv")
    gymnasium.register("clueproof/Fibble-v1", "clueproof_agents.single:FibbleEnv")
