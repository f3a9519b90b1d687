"""Confinement of a process: namespaces, Landlock, seccomp and its list of calls."""
