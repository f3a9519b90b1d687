"""Git in repositories that tests make."""

import subprocess


def git(folder, *arguments):
    """Run git there, as an author of no account, and return what it printed."""
    who = ["-c", "user.name=a", "-c", "user.email=a@b"]
    command = ["git", "-C", str(folder), *who, *map(str, arguments)]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    return done.stdout.strip()
