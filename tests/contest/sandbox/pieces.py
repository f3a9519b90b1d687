"""Pieces of code that strategies may contain, by the facility that they use."""

WORKS = {
    "threads": """
import queue, threading
from concurrent.futures import ThreadPoolExecutor
assert list(ThreadPoolExecutor(4).map(abs, range(9))) == list(range(9))
timer = threading.Timer(0.001, lambda: None)
timer.start(); timer.join()
try:
    queue.Queue().get(timeout=0.01)
except queue.Empty:
    pass
assert not threading.Event().wait(0.6)  # meanwhile the referee stops it twice
threading.stack_size(1 << 20)
thread = threading.Thread(target=abs, args=(1,))
thread.start(); thread.join()
threading.stack_size(0)
""",
    "temporary files": """
import tempfile
with tempfile.NamedTemporaryFile() as file, tempfile.TemporaryFile() as other:
    file.write(b"1"); other.write(b"2")
with tempfile.TemporaryDirectory() as folder:
    open(f"{folder}/a", "w").write("x")
""",
    "folders": """
import os, pathlib, shutil
pathlib.Path("m/n/o").mkdir(parents=True)
pathlib.Path("m/n/o/p").touch()
os.rename("m/n/o/p", "m/q")
os.symlink("q", "m/r")
assert os.readlink("m/r") == "q" and len(list(os.walk("m"))) == 3
shutil.copyfile("m/q", "m/s")
shutil.rmtree("m")
""",
    "files": """
import csv, gzip, mmap, os, pickle, zipfile
with open("a", "w+b") as file:
    pickle.dump(list(range(9000)), file)
    file.flush(); os.fsync(file.fileno())
    with mmap.mmap(file.fileno(), 0) as page:
        page[0:1] = page[0:1]
        page.flush()
    file.truncate(10)
gzip.open("a.gz", "w").write(b"x" * 9000)
with zipfile.ZipFile("a.zip", "w") as archive:
    archive.write("a")
with open("a", "a") as file, open("a") as other:
    csv.writer(file).writerow([1, 2])
    os.dup2(os.dup(other.fileno()), 99); os.close(99)
""",
    "reserved space": """
import os
with open("r", "wb") as file:
    os.posix_fallocate(file.fileno(), 0, 5000)
""",
    "time": """
import datetime, resource, time, timeit, zoneinfo
time.sleep(0.001); time.perf_counter(); time.process_time(); time.thread_time()
time.clock_getres(time.CLOCK_MONOTONIC); time.localtime(); datetime.datetime.now()
timeit.timeit("1", number=9)
assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss > 0
resource.setrlimit(resource.RLIMIT_CPU, (3000, 3000))
zoneinfo.ZoneInfo("Europe/Berlin")
""",
    "chance": """
import os, random, secrets, uuid
random.seed(os.urandom(8)); random.SystemRandom().random(); secrets.token_hex()
uuid.uuid1(); uuid.uuid4()
""",
    "alarm": """
import faulthandler, signal, time
def stop(*_):
    raise TimeoutError
signal.signal(signal.SIGALRM, stop)
signal.setitimer(signal.ITIMER_REAL, 0.02)
try:
    time.sleep(60)
    raise AssertionError
except TimeoutError:
    pass
signal.sigtimedwait([signal.SIGUSR2], 0.01)
faulthandler.enable()
""",
    "machine": """
import locale, os, platform, socket
assert os.cpu_count() >= len(os.sched_getaffinity(0)) >= 1
platform.platform(); platform.processor(); socket.gethostname(); os.uname()
os.times(); os.path.expanduser("~"); locale.setlocale(locale.LC_ALL, "")
""",
    "waiting": """
import os, select, selectors
null = os.open("/dev/null", os.O_RDONLY)
assert select.select([null], [], [], 1)[0] == [null]
poll = select.poll()
poll.register(null)
assert poll.poll(1000)
assert selectors.PollSelector().select(0.001) == []
""",
    "database in memory": """
import sqlite3
with sqlite3.connect(":memory:") as base:
    base.execute("create table words (word)")
""",
    "database without locks": """
import sqlite3
for _ in range(2):
    base = sqlite3.connect("file:words.db?nolock=1", uri=True)
    base.execute("create table if not exists words (word)")
    base.execute("insert into words values (?)", ["crane"])
    base.commit(); base.close()
""",
    "foreign code": """
import ctypes
assert ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_int)(abs)(-1) == 1
assert ctypes.CDLL(None).getpid() > 0
""",
    "memory": """
import gc, mmap, os, tracemalloc
tracemalloc.start(); tracemalloc.take_snapshot(); tracemalloc.stop()
page = mmap.mmap(-1, 1 << 20)
page.madvise(mmap.MADV_DONTNEED)
gc.collect()
if os.path.exists("/proc/self/maps"):  # as threadpoolctl asks
    assert "libc" in open("/proc/self/maps").read()
""",
}

# Code that is refused: by a PermissionError, or by the error that `ERRORS` names.
REFUSED = {
    "pipe": "import os; os.pipe()",
    "process": "import subprocess; subprocess.run(['true'])",
    "fork": "import os; os.fork()",
    "pool": "import multiprocessing as m; m.Pool(2).map(abs, [1])",
    "socket": "import socket; socket.create_connection(('::1', 80))",
    "loop": "import asyncio; asyncio.new_event_loop()",
    "lock": "import fcntl; fcntl.flock(open('x', 'w'), 2)",
    "database": "import sqlite3; sqlite3.connect('a.db').execute('create table a (b)')",
    "disk": "import shutil; shutil.disk_usage('.')",
    "mode": "import os; os.chmod('x', 0o600)",
    "priority": "import os; os.nice(1)",
    "other process": "import os; os.kill(os.getppid(), 0)",
    "shared": "import multiprocessing.shared_memory as s; s.SharedMemory('x', True, 9)",
}
ERRORS = {"socket": "", "database": "OperationalError: access permission denied"}

LIBRARIES = {
    "numpy": """
import numpy as np
square = np.random.rand(300, 300)
np.linalg.svd(square); square @ square; np.fft.fft(square)
np.save("a.npy", square); np.load("a.npy", mmap_mode="r")
stored = np.memmap("stored", dtype=float, mode="w+", shape=1000)
stored[:] = 1
stored.flush()
""",
    "scipy": """
import numpy as np, scipy.linalg, scipy.optimize, scipy.sparse.linalg, scipy.stats
best = scipy.optimize.minimize(lambda v: ((v - 1) ** 2).sum(), np.zeros(3))
assert abs(best.x - 1).max() < 1e-3
scipy.linalg.eigh(np.eye(50)); scipy.stats.norm.fit([1, 2, 3])
scipy.sparse.linalg.spsolve(scipy.sparse.eye(9, format="csc"), np.ones(9))
""",
    "pandas": """
import pandas as pd
frame = pd.DataFrame({"word": ["crane", "slate"] * 50, "bits": range(100)})
frame.groupby("word").sum(); frame.sort_values("bits").to_csv("a.csv")
assert len(pd.read_csv("a.csv")) == 100
""",
    "joblib": """
import joblib
double = joblib.delayed(lambda x: 2 * x)
assert joblib.Parallel(n_jobs=1)(double(k) for k in range(5)) == [0, 2, 4, 6, 8]
with joblib.parallel_backend("threading"):
    assert joblib.Parallel(n_jobs=2)(double(k) for k in range(5)) == [0, 2, 4, 6, 8]
assert joblib.Memory(".", verbose=0).cache(abs)(-3) == 3
joblib.dump([1, 2], "list"); joblib.load("list")
""",
    "numba": """
import importlib, pathlib, sys
import numpy as np
pathlib.Path("kernel.py").write_text('''
import numba
@numba.njit(cache=True)
def total(values):
    result = 0.0
    for value in values:
        result += value
    return result
@numba.njit(parallel=True)
def summed(values):
    result = 0.0
    for k in numba.prange(values.size):
        result += values[k]
    return result
''')
sys.path.insert(0, "")
import kernel
assert kernel.total(np.ones(9)) == kernel.summed(np.ones(9)) == 9
importlib.reload(kernel)
assert kernel.total(np.ones(9)) == 9
assert list(kernel.total.stats.cache_hits.values()) == [1]
""",
}
