"""Environments of Gymnasium for Wordle and WORDPL, registered on import."""

from game.errors import missing_extra

try:
    import gymnasium
except ImportError as error:
    raise missing_extra("environment", "rl", error) from None

gymnasium.register(
    "clueproof/Wordle-v1",
    "environments.single:WordleEnv",
    vector_entry_point="environments.vector:WordleVectorEnv",
)
gymnasium.register("clueproof/WORDPL-v1", "environments.single:WordplEnv")
