"""The analysts' file over HTTP: DuckDB 1.5 mounts it and reads it by ranges, DuckDB 2.0 opens it once it is downloaded."""

import os
import subprocess
from importlib.metadata import files
from pathlib import Path

import duckdb
import httpx
import pytest
from conftest import MakeKey, url


@pytest.fixture(scope="module")
def key(make_key: MakeKey) -> str:
    return make_key("enterprise")


def test_mounts_the_file_and_the_exports(key: str) -> None:
    extension = next(each.locate() for each in files("duckdb-extension-httpfs") or [] if each.suffix == ".duckdb_extension")
    with duckdb.connect() as own:
        own.execute(f"LOAD '{extension}'")
        own.execute(f"CREATE SECRET (TYPE http, BEARER_TOKEN '{key}', SCOPE '{url}')")
        own.execute(f"ATTACH '{url}/data/market.duckdb' AS m (READ_ONLY)")
        mounted = own.execute("SELECT count(*) FROM m.v_readings").fetchone()
        exported = own.execute(f"SELECT count(DISTINCT metric) FROM '{url}/data/readings.parquet'").fetchone()
    assert mounted is not None and exported is not None
    assert mounted[0] >= exported[0] > 300


def test_opens_in_duckdb_2(key: str, tmp_path: Path) -> None:
    file = tmp_path / "market.duckdb"
    file.write_bytes(httpx.get(f"{url}/data/market.duckdb", headers={"x-api-key": key}, timeout=60).raise_for_status().content)
    program = f"import duckdb; print(duckdb.__version__, duckdb.connect({str(file)!r}, True).sql('FROM v_readings').shape[0])"
    command = [os.environ["DUCKDB_2_PYTHON"], "-c", program]
    version, rows = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()
    assert version.startswith("2.")
    assert int(rows) > 300
