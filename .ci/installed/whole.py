"""Checks that the files of the package are those that its RECORD lists."""

import hashlib
from base64 import urlsafe_b64encode
from importlib.metadata import distribution, packages_distributions, version

files = distribution("clueproof").files or []
hashed = [file for file in files if file.hash]  # not RECORD itself, nor compiled files
assert len(hashed) > 300, hashed
for file in hashed:
    digest = hashlib.new(file.hash.mode, file.read_binary()).digest()
    assert urlsafe_b64encode(digest).decode().rstrip("=") == file.hash.value, file
    assert file.size == file.locate().stat().st_size, file

# The command is outside the folder of packages.
parts = {file.parts[0] for file in files}
metadata = f"clueproof-{version('clueproof')}.dist-info"
assert parts == {"..", "clueproof", metadata}, parts
owners = packages_distributions().items()
assert [top for top, names in owners if "clueproof" in names] == ["clueproof"]
