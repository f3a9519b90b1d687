"""Leave files where somebody will import, run or read them later.

There is nowhere to put them: wrong.
"""

import site
import sys
from pathlib import Path

from _tools import ROOT, Attack, locked

EXPECT = "wrong"
NEEDS = ("Landlock",)
HERE = Path(__file__).resolve().parent


class Mine(Attack):
    def attack(self):
        library = Path(site.getsitepackages()[0])
        places = [
            library / "clueproof_attack.pth",
            library / "sitecustomize.py",
            HERE / "clueproof_attack.py",
            HERE / "__pycache__" / "clueproof_attack.pyc",
            ROOT / "clueproof_attack.py",
            ROOT / "strategies" / "clueproof_attack.py",
            ROOT / "results" / "clueproof_attack.csv",
            Path("/tmp/clueproof_attack"),
            Path("/dev/shm/clueproof_attack"),
            Path(sys.prefix) / "clueproof_attack",
            Path("..") / "clueproof_attack",
        ]
        locked(**{str(p): lambda p=p: p.write_text("attack") for p in places})
        locked(folder=lambda: (HERE / "__pycache__" / "x").mkdir(parents=True))


ENTRIES = [Mine()]
