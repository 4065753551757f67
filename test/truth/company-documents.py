"""Fetches the numbers of every covered company from a running server, as of today and of each day it filed on.

    KEY=... python3 test/truth/company-documents.py http://127.0.0.1:8402 <new folder>

A document names the filings of its figures, and the days of these lead to the documents of the past. `companies.py` reads the folder.
"""

import json
import os
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from urllib.error import HTTPError
from urllib.parse import quote
from urllib.request import Request, urlopen

if len(sys.argv) != 3:
    sys.exit("usage: KEY=... company-documents.py <address of a server> <new folder>")
SERVER, FOLDER = sys.argv[1].rstrip("/"), Path(sys.argv[2])


def read(path):
    request = Request(SERVER + path, headers={"authorization": f"Bearer {os.environ['KEY']}", "accept": "application/json"})
    try:
        with urlopen(request, timeout=60) as answer:
            return json.load(answer)
    except HTTPError as error:
        if error.code in (400, 404):
            return None
        raise


def companies():
    page = read("/api/companies?limit=100")
    while page:
        yield from page["companies"]
        page = page.get("next_cursor") and read(f"/api/companies?limit=100&cursor={quote(page['next_cursor'])}")


def save(company):
    """Follows the days of filing until no document names a new one."""
    base = f"/api/companies/{quote(company['address'])}/numbers?format=json"
    days, waiting, saved = set(), [None], 0
    while waiting:
        day = waiting.pop()
        document = read(base + (f"&date={day}" if day else ""))
        if document is None:
            continue
        name = f"{company['company'].replace(':', '-')}.{day or 'now'}.json"
        (FOLDER / name).write_text(json.dumps(document))
        saved += 1
        fresh = {filing["filed"] for filing in document["filings"].values() if filing.get("filed")} - days
        days |= fresh
        waiting += sorted(fresh)
    return f"{company['company']} {saved}"


FOLDER.mkdir(parents=True)
with ThreadPoolExecutor(3) as pool:
    for line in pool.map(save, companies()):
        print(line)
