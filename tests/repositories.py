"""Git in repositories that tests make."""

import os
import subprocess


def git(folder, *arguments, env=()):
    """Run git there, as an author of no account, and return what it printed.

    `env` are more variables of its environment.
    """
    who = ["-c", "user.name=a", "-c", "user.email=a@b"]
    command = ["git", "-C", str(folder), *who, *map(str, arguments)]
    env = os.environ | dict(env)
    done = subprocess.run(command, check=True, capture_output=True, text=True, env=env)
    return done.stdout.strip()
