"""Git in repositories that tests make."""

import os
import subprocess


def git(folder, *arguments, env=()):
    """Run git in a folder, as an invented author, and return its output.

    `env` has further variables of the environment.
    """
    who = ["-c", "user.name=a", "-c", "user.email=a@b"]
    command = ["git", "-C", str(folder), *who, *map(str, arguments)]
    env = os.environ | dict(env)
    done = subprocess.run(command, check=True, capture_output=True, text=True, env=env)
    return done.stdout.strip()
