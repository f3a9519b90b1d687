"""Check that the files of the installed package are the files in its RECORD."""

import hashlib
from base64 import urlsafe_b64encode
from importlib.metadata import distribution, packages_distributions, version

files = distribution("clueproof").files or []
# RECORD itself and compiled files have no hash.
hashed = [file for file in files if file.hash]
assert len(hashed) > 300, hashed
for file in hashed:
    digest = hashlib.new(file.hash.mode, file.read_binary()).digest()
    assert urlsafe_b64encode(digest).decode().rstrip("=") == file.hash.value, file
    assert file.size == file.locate().stat().st_size, file

# The path of the program `clueproof` begins with ``..``, because this file is outside
# the folder of the packages.
parts = {file.parts[0] for file in files}
metadata = f"clueproof-{version('clueproof')}.dist-info"
assert parts == {"..", "clueproof", metadata}, parts
owners = packages_distributions().items()
assert [top for top, names in owners if "clueproof" in names] == ["clueproof"]
