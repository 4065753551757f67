"""
Tests against a sample server. `.ci/python` starts it; they need:

SERVER_COMMAND: the command of the project
SERVER_HOME: a home whose edition is four days old, so that a refresh brings events
SERVER_URL: the server of that home, in the sandbox
"""

import json
import os
import shlex
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from market_briefing import Client, Event

url = os.environ["SERVER_URL"]


def briefing_command(*words: str) -> str:
    command = [*shlex.split(os.environ["SERVER_COMMAND"]), *words, "--home", os.environ["SERVER_HOME"]]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--counts", help="file for the counts, as .ci/count-tests.mjs reads them")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    stats = terminalreporter.stats
    bad = [*stats.get("failed", []), *stats.get("error", [])]
    results = [{"status": "failed", "fullName": each.nodeid, "failureMessages": [each.longreprtext]} for each in bad]
    report = {
        "numPassedTests": len(stats.get("passed", [])),
        "numFailedTests": len(bad),
        "testResults": [{"name": "clients/python", "assertionResults": results}],
    }
    if config.option.counts:
        Path(config.option.counts).write_text(json.dumps(report))


MakeKey = Callable[[str], str]


@pytest.fixture(scope="session")
def make_key() -> MakeKey:
    """Makes a key of a plan."""
    return lambda plan: briefing_command("keys", "create", "--plan", plan, "--name", "python").split()[0]


@pytest.fixture(scope="session", autouse=True)
def waited(make_key: MakeKey) -> tuple[Event, float, float]:
    """An event of a new edition, when a reader that waited had it, and when the refresh began. All tests come later."""
    reader = Client(url, make_key("pro"))
    cursor = reader.events()["next_cursor"]
    caught: list[tuple[Event, float]] = []

    def wait() -> None:
        caught.append((next(reader.changes(cursor)), time.monotonic()))

    thread = threading.Thread(target=wait)
    thread.start()
    time.sleep(1)
    begun = time.monotonic()
    briefing_command("refresh")
    thread.join(30)
    return *caught[0], begun


@pytest.fixture(scope="module")
def client(make_key: MakeKey) -> Iterator[Client]:
    with Client(url, make_key("pro")) as made:
        yield made
