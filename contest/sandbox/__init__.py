"""Process of a strategy: policy, limits, wire protocol, working directory."""
