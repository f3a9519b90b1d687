"""Git for the repositories that tests make."""

import os
import subprocess


def git(folder, *arguments, env=()):
    """Run git in a folder, with an invented author, and return its output.

    `env` is added to the environment variables.
    """
    who = ["-c", "user.name=a", "-c", "user.email=a@b"]
    command = ["git", "-C", str(folder), *who, *map(str, arguments)]
    env = os.environ | dict(env)
    done = subprocess.run(command, check=True, capture_output=True, text=True, env=env)
    return done.stdout.strip()
