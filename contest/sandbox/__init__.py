"""The strategy's process: policy, system-call filter, wire, working directory."""
