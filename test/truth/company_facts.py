"""Facts that recorded filings of companies state, and the served documents, as `companies.py` compares them: standard library only."""

import gzip
import io
import json
import re
import zipfile
from collections import defaultdict
from datetime import date
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

STATEMENTS = re.compile(r"(10-[KQ]T?|20-F|40-F|6-K|8-K)(/A)?$")
SPANS = {"quarter": (80, 121), "half": (160, 200), "nine": (245, 290), "year": (350, 380)}

PAGE = Path(__file__).parents[2] / "docs" / "companies.md"
# the concepts of a line, as the documentation lists them
LINES = {
    match[1]: re.findall(r"`(\w+)`", match[2])
    for match in re.finditer(r"^\| `(\w+)` +\|[^|]*\|[^|]*\|[^|]*\|([^|]*)\|$", PAGE.read_text(), re.M)
}


def days(start, end):
    return (date.fromisoformat(end) - date.fromisoformat(start)).days + 1


def step(value):
    """Largest power of ten that divides an amount: what it may be rounded to."""
    if not value or value != int(value):
        return 1
    size = 1
    while int(value) % (size * 10) == 0:
        size *= 10
    return size


def rounds(exact, rounded):
    """Whether the second amount is the first one told more coarsely; halves go either way."""
    return step(rounded) > step(exact) and abs(exact - rounded) * 2 <= step(rounded)


def same(a, b, slack=0.0):
    return abs(a - b) <= max(slack, 1e-9 * max(abs(a), abs(b)))


class Facts:
    """All facts of one company: by concept, unit and period, each in the order of filing."""

    def __init__(self):
        self.at = defaultdict(list)
        self.filed = {}
        self.filings = defaultdict(list)
        self.periods = defaultdict(list)
        self.concepts = defaultdict(list)
        self.seen = set()

    def read(self, body):
        for taxonomy, concepts in body["facts"].items():
            for name, concept in concepts.items():
                for unit, rows in concept["units"].items():
                    for row in rows:
                        self.add(f"{taxonomy}:{name}", unit, row)

    def add(self, concept, unit, row):
        fact = (concept, unit, row.get("start"), row["end"], row["val"], row["accn"])
        if fact in self.seen:
            return
        self.seen.add(fact)
        row = {**row, "concept": concept, "unit": unit, "start": row.get("start"), "step": step(row["val"])}
        row["statement"] = bool(STATEMENTS.match(row["form"]))
        self.at[concept, unit, row["start"], row["end"]].append(row)
        self.filings[row["accn"]].append(row)
        self.filed[row["accn"]] = row["filed"]

    def close(self):
        for (concept, unit, start, end), rows in self.at.items():
            rows.sort(key=lambda row: (row["filed"], row["accn"], row["val"]))
            self.periods[unit, start, end].append(rows)
            self.concepts[concept].append((unit, start, end))

    def rows(self, concept, unit, start, end, until="9999", statements=True):
        """What filings state of a concept, or of a sum of concepts whose parts stand in one filing."""
        if " + " in concept:
            return self.sums(concept.split(" + "), unit, start, end, until, statements)
        return [row for row in self.at.get((concept, unit, start, end), []) if row["filed"] <= until and (row["statement"] or not statements)]

    def sums(self, concepts, unit, start, end, until, statements):
        parts = [{row["accn"]: row for row in self.rows(concept, unit, start, end, until, statements)} for concept in concepts]
        common = [accn for accn in parts[0] if all(accn in part for part in parts)]
        return [summed([part[accn] for part in parts]) for accn in common]

    def longer(self, concept, unit, end, span, until, start=None):
        """Facts of a span that ends on a day, and may have to begin on one."""
        low, high = SPANS[span]
        for measure, first, last in self.concepts[concept.split(" + ")[0]]:
            if measure == unit and first and last == end and start in (None, first) and low <= days(first, last) <= high:
                yield from self.rows(concept, unit, first, last, until)


def summed(rows):
    total = sum(row["val"] for row in rows)
    return {**rows[0], "concept": " + ".join(row["concept"] for row in rows), "val": total, "step": step(total)}


def fact_text(row):
    period = row["end"] if row["start"] is None else f"{row['start']}..{row['end']}"
    return f"{row['concept']} {period} {row['val']} {row['accn']} {row['form']} {row['filed']}"


def told_before(facts, day, *pair):
    """Whether each amount was told by a day, under whatever concept."""
    for row in pair:
        others = (other for rows in facts.periods[row["unit"], row["start"], row["end"]] for other in rows)
        if not any(other["filed"] <= day and same(other["val"], row["val"]) for other in others):
            return False
    return True


def coherent(facts, whole, part):
    """Two amounts of one telling: as first told, or told again together."""
    wholes, parts = (tellings(facts, row, {whole["concept"], part["concept"]}) for row in (whole, part))
    slack = step(whole["val"]) + step(part["val"])
    again = [row for row in wholes if same(row["val"], whole["val"], slack)]
    agreed = [row for row in parts if same(row["val"], part["val"], slack)]
    if same(wholes[0]["val"], whole["val"], slack):
        # the part as it stood when the whole was first told, or one that a later filing of the whole lets stand
        standing = [row for row in parts if row["filed"] <= wholes[0]["filed"]]
        return not standing or same(standing[-1]["val"], part["val"], slack) or again[-1]["filed"] >= agreed[0]["filed"]
    return agreed[0]["filed"] > wholes[0]["filed"] or agreed[-1]["filed"] >= again[0]["filed"]


def tellings(facts, row, concepts):
    rows = [other for concept in concepts for other in facts.rows(concept, row["unit"], row["start"], row["end"])]
    return sorted(rows, key=lambda other: (other["filed"], other["accn"], other["val"]))


def kinship(facts, whole, part):
    """Same, where either concept tells the other's amount or they agree in all periods of both; other, where a filing states both apart."""
    for row, concept in ((whole, part["concept"]), (part, whole["concept"])):
        if any(same(other["val"], row["val"]) for other in facts.rows(concept, row["unit"], row["start"], row["end"])):
            return "same"
    agreed = set()
    for unit, start, end in facts.concepts[whole["concept"]]:
        ours, theirs = facts.rows(whole["concept"], unit, start, end), facts.rows(part["concept"], unit, start, end)
        if ours and theirs:
            agreed.add(any(same(a["val"], b["val"]) for a in ours for b in theirs))
        own = (start, end) in ((whole["start"], whole["end"]), (part["start"], part["end"]))
        if own and any(a["accn"] == b["accn"] for a in ours for b in theirs):
            return "other"
    return "same" if agreed == {True} else "unproven"


def fine(facts, figure):
    """Whether a filing is mostly finer than one of its amounts: few are round by chance."""
    large = [row for row in facts.filings[figure["filing"]] if row["unit"] == figure["unit"] and abs(row["val"]) >= 1000000]
    return len(large) >= 20 and sum(row["step"] * 100 <= step(figure["value"]) for row in large) >= 0.7 * len(large)


def day_before(day):
    return date.fromordinal(date.fromisoformat(day).toordinal() - 1).isoformat()


class Document:
    """One served document: figures by line and by column."""

    def __init__(self, served, file):
        self.company = file.split(".")[0]
        self.name, self.file, self.filings = served["name"], file, served["filings"]
        self.day = (served.get("as_known") or {}).get("date") or (served.get("as_known") or {}).get("day") or served["as_of"]
        self.lines, self.signs = defaultdict(dict), {}
        for statement in served["statements"]:
            for line in statement["lines"]:
                self.signs[line["line"]] = line["sign"]
                for column, figure in line["values"].items():
                    if figure is not None and figure["value"] is not None:
                        self.lines[line["line"]][column] = figure
        self.columns = sorted({column for figures in self.lines.values() for column in figures})

    def figure(self, line, column):
        return self.lines.get(line, {}).get(column)

    def value(self, line, column):
        figure = self.figure(line, column)
        return None if figure is None else figure["value"]


def recorded(folders):
    """Address and bytes of every recorded answer."""
    for folder in folders:
        for index in sorted(folder.glob("recordings*.json")):
            for row in json.loads(index.read_text())["recordings"]:
                if row.get("status", 200) == 200 and re.search(r"companyfacts|opendart|edinet|nsearchives|filings\.xbrl", row["url"]):
                    stored = (folder / row["file"]).read_bytes()
                    yield row["url"], gzip.decompress(stored) if stored[:2] == b"\x1f\x8b" else stored



# ExxonMobil filed under another number until July 2026
SUCCESSORS = {"0000034088": "0002115436"}


def read_bodies(folders):
    """Facts of the companies of the SEC, and of every other filing the amounts by concept."""
    companies, amounts = defaultdict(Facts), defaultdict(lambda: defaultdict(set))
    for url, body in recorded(folders):
        path = urlsplit(url).path
        if match := re.search(r"/companyfacts/CIK(\d{10})\.json$", path):
            companies["us-" + SUCCESSORS.get(match[1], match[1])].read(json.loads(body))
        elif "opendart" in url and path.endswith(".json"):
            for row in json.loads(body).get("list") or []:
                texts = [text for name, text in row.items() if name.endswith("amount") or not name.endswith(("_no", "_code", "ord"))]
                add(amounts[row.get("rcept_no")], row.get("account_id"), texts)
        elif "edinet" in url and parse_qs(urlsplit(url).query).get("type") == ["5"]:
            for cells in edinet_cells(body):
                add(amounts[path.rsplit("/", 1)[1]], cells[0], [cells[-1]])
        elif path.endswith(".xml"):
            for name, text in re.findall(r"<([\w-]+:\w+)[^<>]*>\s*(-?[\d.]+)\s*</", body.decode(errors="replace")):
                add(amounts[path.rsplit("/", 1)[1]], name, [text])
        elif path.endswith(".json") and "/ESEF/" in path:
            for fact in json.loads(body)["facts"].values():
                add(amounts[path.strip("/").rsplit("/", 1)[0]], fact["dimensions"]["concept"], [fact["value"]])
    for facts in companies.values():
        facts.close()
    return companies, amounts


def edinet_cells(body):
    with zipfile.ZipFile(io.BytesIO(body)) as package:
        for name in package.namelist():
            if name.endswith(".csv"):
                for line in package.read(name).decode("utf-16").splitlines():
                    yield [cell.strip('"') for cell in line.split("\t")]


def add(concepts, concept, texts):
    for text in texts:
        if re.fullmatch(r"-?[\d,]+(\.\d+)?", text or ""):
            concepts[concept].add(abs(float(text.replace(",", ""))))
