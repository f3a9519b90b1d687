"""A real browser without a window, for tests that use web pages."""

from __future__ import annotations

import json
import os
import shutil
from contextlib import suppress

import psutil
from axe_core_python.base import AXE_SCRIPT
from selenium import webdriver
from selenium.common.exceptions import WebDriverException
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.client_config import ClientConfig
from selenium.webdriver.remote.file_detector import UselessFileDetector
from selenium.webdriver.support.wait import WebDriverWait
from urllib3.exceptions import HTTPError

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
DRIVER = shutil.which("chromedriver")

_TRIES = 3
_START = 60  # time limit in seconds for each command while the browser starts
_PAGE = 120  # time limit in seconds for a page to load, and for a script
# The browser runs without a window, without updates and without reports. It does not
# use /dev/shm, because containers may lack it.
_FLAGS = (
    *("headless", "no-sandbox", "disable-gpu", "disable-quic", "no-first-run"),
    *("disable-background-networking", "disable-component-update", "disable-sync"),
    *("disable-dev-shm-usage", "disable-breakpad", "disable-crash-reporter"),
)
_SHORT = (
    "const $ = q => document.querySelector(q), "
    "$$ = q => [...document.querySelectorAll(q)];\n"
)

# This script replaces the clock of a page. The clock starts at a given time, and the
# function `pass` moves it on.
_CLOCK = """(time) => {
  const Real = Date, ahead = new Real(time) - Real.now();
  window.pass = (minutes) => { window.passed = (window.passed ?? 0) + 6e4 * minutes; };
  window.Date = class extends Real {
    constructor(...parts) { super(...(parts.length ? parts : [Date.now()])); }
    static now() { return Real.now() + ahead + (window.passed ?? 0); }
  };
}"""


class _Driver(webdriver.Remote):
    """Raises errors without the stack traces of selenium and of the driver."""

    def execute(self, driver_command, params=None):
        try:
            return super().execute(driver_command, params)
        except WebDriverException as error:
            raise type(error)(error.msg) from None
        except HTTPError as error:
            raise WebDriverException(f"{driver_command}: {error}") from None


class Browser:
    """Chromium, controlled by scripts.

    In a script, ``$`` finds an element and ``$$`` finds all elements of a selector. The
    profile and the temporary files of the browser are in `folder`. Its processes are
    found by the name of this folder.
    """

    def __init__(self, folder):
        self.folder = str(folder)
        self._clocks = []
        options = webdriver.ChromeOptions()
        options.binary_location = CHROMIUM
        for flag in (*_FLAGS, f"user-data-dir={folder}/profile"):
            options.add_argument(f"--{flag}")
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        environment = {**os.environ, "TMPDIR": self.folder}
        self._service = webdriver.ChromeService(DRIVER, env=environment)
        try:
            self._service.start()
            address = self._service.service_url
            client = ClientConfig(address, timeout=_START)
            self.driver = _Driver(address, options=options, client_config=client)
            self.driver.file_detector = UselessFileDetector()  # files are local
            self.resize(1280, 900)
            self.driver.set_page_load_timeout(_PAGE)
            self.driver.set_script_timeout(_PAGE)
            # The driver may need longer than the time limits of the browser.
            client.timeout = _PAGE + _START
        except BaseException:
            self.close()
            raise

    def close(self):
        """Kill every process of the browser, even if the browser does not answer."""
        while found := processes(self.folder):
            for process in found:
                with suppress(psutil.Error):
                    process.kill()
            psutil.wait_procs(found, timeout=1)
        with suppress(AttributeError):  # there is no process if the start failed
            self._service.process.wait()

    def answers(self):
        """Open a blank page, and return whether the browser did so."""
        try:
            self.open("about:blank")
        except WebDriverException:
            return False
        return True

    def resize(self, width, height):
        size = {"width": width, "height": height, "deviceScaleFactor": 1}
        size["mobile"] = width < 600
        self.command("Emulation.setDeviceMetricsOverride", **size)

    def prefer(self, **features):
        """Pretend that the reader has preferences, such as ``color_scheme="dark"``.

        By default the reader prefers pages without animations.
        """
        features = {"reduced_motion": "reduce", **features}
        asked = [
            {"name": f"prefers-{name.replace('_', '-')}", "value": value}
            for name, value in features.items()
        ]
        self.command("Emulation.setEmulatedMedia", features=asked)

    def set_clock(self, time):
        """Let the clock of pages that are loaded later start at `time`.

        `time` is a text such as "2026-11-22T23:58"; an empty text stands for the real
        clock. In a page, ``pass(3)`` moves the clock on by three minutes.
        """
        for script in self._clocks:
            self.command("Page.removeScriptToEvaluateOnNewDocument", **script)
        self._clocks = time and [
            self.command(
                "Page.addScriptToEvaluateOnNewDocument",
                source=f"({_CLOCK})({json.dumps(time)})",
            )
        ]

    def command(self, name, **params):
        """Run a command of Chromium's DevTools protocol, and return its result."""
        asked = {"cmd": name, "params": params}
        return self.driver.execute("executeCdpCommand", asked)["value"]

    def tap(self, query):
        """Touch an element with a finger."""
        box = self.run(
            f"const box = $('{query}').getBoundingClientRect();"
            "return { x: box.x + box.width / 2, y: box.y + box.height / 2 };"
        )
        for kind, points in (("touchStart", [box]), ("touchEnd", [])):
            self.command("Input.dispatchTouchEvent", type=kind, touchPoints=points)

    def violations(self):
        """Return the accessibility rules that axe finds violated, and where."""
        self.driver.execute_script(AXE_SCRIPT)
        found = self.driver.execute_async_script(
            "axe.run(document, {resultTypes: ['violations']}).then(arguments[0])"
        )
        return [
            f"{rule['id']}: {', '.join(node['target'][0] for node in rule['nodes'])}"
            for rule in found["violations"]
        ]

    def open(self, address):
        self.errors()
        self.driver.get(address)

    def run(self, script, *arguments):
        return self.driver.execute_script(_SHORT + script, *arguments)

    def wait(self, condition):
        """Wait until an expression in JavaScript is true."""
        seen = WebDriverWait(self.driver, _PAGE, 0.05)
        seen.until(lambda _: self.run(f"return !!({condition})"), condition)

    def text(self, query):
        return self.driver.find_element(By.CSS_SELECTOR, query).text

    def click(self, query):
        self.driver.find_element(By.CSS_SELECTOR, query).click()

    def type(self, query, text):
        self.driver.find_element(By.CSS_SELECTOR, query).send_keys(text)

    def errors(self):
        """Return the errors that the console has shown since the last call."""
        found = self.driver.execute("getLog", {"type": "browser"})["value"]
        return [line["message"] for line in found]


class Browsers:
    """Gives tests a browser; starts a new one if the present one does not answer."""

    def __init__(self, new_folder):
        self._new_folder = new_folder
        self._last = None

    def get(self):
        """Return a browser that answers."""
        if self._last and not self._last.answers():
            self.close()
        tries = 0
        while not self._last:
            tries += 1
            try:
                self._last = Browser(self._new_folder())
            except WebDriverException:
                if tries == _TRIES:
                    raise
        return self._last

    def close(self):
        if self._last:
            self._last.close()
            self._last = None


def processes(folder):
    """Return the processes that name a folder, and all their descendants.

    A process names the folder in its command or in its environment variables.
    """
    found = set()
    for process in psutil.process_iter(["cmdline", "environ", "status"]):
        own = [
            *(process.info["cmdline"] or ()),
            *(process.info["environ"] or {}).values(),
        ]
        if any(folder in text for text in own):
            found.add(process)
            with suppress(psutil.Error):
                found.update(process.children(recursive=True))
    return [p for p in found if p.is_running() and p.status() != psutil.STATUS_ZOMBIE]
