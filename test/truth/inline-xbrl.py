"""Facts of recorded filings read apart from the product: Python 3.11, standard library only (an XML parser and decimal arithmetic).

    python3 test/truth/inline-xbrl.py ../shared/feeds > test/truth/inline-xbrl.json

README.md says what the members mean.
"""

import json
import re
import sys
from decimal import Decimal, getcontext
from pathlib import Path
from xml.etree import ElementTree

IX = "{http://www.xbrl.org/2013/inlineXBRL}"
XBRLI = "{http://www.xbrl.org/2003/instance}"
XBRLDI = "{http://xbrl.org/2006/xbrldi}"
NIL = "{http://www.w3.org/2001/XMLSchema-instance}nil"
WORDS = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen"
    " nineteen twenty"
).split()
LARGE, SAMPLED = 300, 30

getcontext().prec = 60


def text(element, outermost=True):
    if not outermost and element.tag == IX + "exclude":
        return element.tail or ""
    inside = (element.text or "") + "".join(text(child, False) for child in element if isinstance(child.tag, str))
    inside += "".join(child.tail or "" for child in element if not isinstance(child.tag, str))
    return inside if outermost else inside + (element.tail or "")


def number(element):
    shown = re.sub(r"\s+", " ", text(element)).strip()
    form = (element.get("format") or "").split(":")[-1]
    if form in ("num-dot-decimal", "numdotdecimal", ""):
        value = Decimal(shown.replace(",", "").replace(" ", ""))
    elif form in ("fixed-zero", "zerodash") or form == "numwordsen" and shown.lower() in ("no", "none", "nil"):
        value = Decimal(0)
    elif form == "numwordsen":
        value = Decimal(WORDS.index(shown.lower()))
    else:
        raise ValueError(form)
    value = value.scaleb(int(element.get("scale") or 0))
    return -value if element.get("sign") == "-" and value else value


def plain(value):
    digits = format(value, "f")
    return digits.rstrip("0").rstrip(".") if "." in digits else digits


def measures(element):
    return "*".join(sorted(measure.text.strip() for measure in element.iter(XBRLI + "measure")))


def unit(element):
    divide = element.find(XBRLI + "divide")
    if divide is None:
        return measures(element)
    return measures(divide.find(XBRLI + "unitNumerator")) + "/" + measures(divide.find(XBRLI + "unitDenominator"))


def context(element):
    period = {child.tag.replace(XBRLI, ""): child.text.strip() for child in element.find(XBRLI + "period")}
    days = period["instant"] if "instant" in period else period["startDate"] + "/" + period["endDate"]
    members = [
        (member.get("dimension"), "".join(member.itertext()).strip())
        for member in element.iter()
        if member.tag in (XBRLDI + "explicitMember", XBRLDI + "typedMember")
    ]
    return days, [f"{axis}={member}" for axis, member in sorted(members)]


def read(path, name):
    try:
        root = ElementTree.fromstring(path.read_bytes().strip())
    except ElementTree.ParseError:
        return None
    contexts = {element.get("id"): context(element) for element in root.iter(XBRLI + "context")}
    units = {element.get("id"): unit(element) for element in root.iter(XBRLI + "unit")}
    facts = numbers = nil = texts = 0
    live = []
    for element in root.iter():
        if element.tag == IX + "nonNumeric" and element.get("escape") == "true":
            texts += 1
        elif element.tag in (IX + "nonNumeric", IX + "nonFraction"):
            facts += 1
            empty = element.get(NIL) in ("true", "1")
            nil += empty
            if element.tag == IX + "nonFraction":
                numbers += 1
                if not empty:
                    live.append((element, number(element)))
    total = sum((value for _, value in live), Decimal(0))
    row = {"file": name, "facts": facts, "numbers": numbers, "nil": nil, "texts": texts, "sum": plain(total)}
    if facts > LARGE:
        chosen = [live[round(at * (len(live) - 1) / (SAMPLED - 1))] for at in range(SAMPLED)]
        row["sampled"] = []
        for element, value in chosen:
            days, members = contexts[element.get("contextRef")]
            words = [element.get("name"), plain(value), units[element.get("unitRef")], days, element.get("decimals"), *members]
            row["sampled"].append(" ".join(words))
    return row


feeds = Path(sys.argv[1])
names = sorted(str(path.relative_to(feeds)) for path in (feeds / "sec/filings").rglob("*.html"))
rows = [row for row in (read(feeds / name, name) for name in names) if row is not None]
print(json.dumps({"filings": rows}, indent=2))
