"""Confinement of a process: namespaces, Landlock, seccomp, its calls, its children."""
