"""A real browser without a window, for tests that click."""

from __future__ import annotations

import shutil

from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.support.wait import WebDriverWait

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
DRIVER = shutil.which("chromedriver")

_FLAGS = (
    *("headless", "no-sandbox", "disable-gpu", "disable-quic", "no-first-run"),
    *("disable-background-networking", "disable-component-update", "disable-sync"),
    "disable-dev-shm-usage",
)
_SHORT = (
    "const $ = q => document.querySelector(q), "
    "$$ = q => [...document.querySelectorAll(q)];\n"
)


class Browser:
    """Chromium, driven by scripts in which ``$`` and ``$$`` find elements."""

    def __init__(self, folder):
        options = webdriver.ChromeOptions()
        options.binary_location = CHROMIUM
        for flag in (*_FLAGS, f"user-data-dir={folder}"):
            options.add_argument(f"--{flag}")
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        self.driver = webdriver.Chrome(options, webdriver.ChromeService(DRIVER))
        self.resize(1280, 900)

    def resize(self, width, height):
        size = {"width": width, "height": height, "deviceScaleFactor": 1}
        size["mobile"] = width < 600
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)

    def open(self, address):
        self.errors()
        self.driver.get(address)

    def run(self, script, *arguments):
        return self.driver.execute_script(_SHORT + script, *arguments)

    def wait(self, condition):
        """Wait until a script's expression is true."""
        seen = WebDriverWait(self.driver, 30, 0.05)
        seen.until(lambda _: self.run(f"return !!({condition})"), condition)

    def text(self, query):
        return self.driver.find_element(By.CSS_SELECTOR, query).text

    def click(self, query):
        self.driver.find_element(By.CSS_SELECTOR, query).click()

    def type(self, query, text):
        self.driver.find_element(By.CSS_SELECTOR, query).send_keys(text)

    def errors(self):
        """Return what went wrong since the last call, as the console tells it."""
        return [line["message"] for line in self.driver.get_log("browser")]
