import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SightingRow } from '../pipeline/tables/series.ts'
import { deriveObservations } from '../pipeline/warehouse/derive.ts'
import { appendSightings } from '../pipeline/warehouse/sightings.ts'
import { openStore, type Store, select } from '../pipeline/warehouse/store.ts'
import { median } from './median.ts'
import type { BenchRow } from './row.ts'

const dayMs = 86_400_000

interface Size {
  readonly series: number
  readonly days: number
  readonly rounds: number
}

/** 300 series of 4,000 days; `quick` only shows that the bench runs. */
export async function run({ quick = false } = {}): Promise<BenchRow[]> {
  const size: Size = quick ? { series: 20, days: 500, rounds: 2 } : { series: 300, days: 4_000, rounds: 5 }
  const folder = await mkdtemp(join(tmpdir(), 'bench-load-'))
  const store = await openStore(':memory:')
  try {
    const csv = join(folder, 'rows.csv')
    const rows = rowsOf(size)
    await writeFile(csv, `series_no,period,value,stated_at,published,due_at,recording_no\n${rows.map(csvLine).join('\n')}\n`)
    for (let no = 1; no <= size.series; no++)
      await store.connection.run(
        "INSERT INTO series VALUES ($1, $2, 'bench', 'bench', '1', 'daily', 'crypto-daily', 'seldom', NULL)",
        [`bench.${no}`, 1_000 + no],
      )
    await store.connection.run(
      "INSERT INTO recording VALUES ('r', 1, 'bench', 'https://example.org/', TIMESTAMP '2026-11-20', 'x', 1, true, 'loaded')",
    )
    const plain: number[] = []
    const whole: number[] = []
    const shown = { append: 0, csv: 0, load: 0, statement: 0 }
    for (let round = 0; round <= size.rounds; round++) {
      await empty(store)
      shown.append = await timed(() => append(store, rows))
      shown.csv = await timed(() => store.connection.run(`CREATE OR REPLACE TABLE plain AS SELECT * FROM ${readCsv(csv)}`))
      await empty(store)
      shown.load = await timed(async () => {
        await append(store, rows)
        await store.connection.run(
          'CREATE OR REPLACE TEMP TABLE touched AS SELECT DISTINCT series_no, period FROM sighting WHERE recording_no IN (1)',
        )
        await deriveObservations(store)
      })
      await check(store, size)
      await store.connection.run('DELETE FROM observation')
      shown.statement = await timed(() => store.connection.run(oneStatement(csv)))
      await check(store, size)
      if (round === 0) continue
      plain.push(shown.append / shown.csv)
      whole.push(shown.load / shown.statement)
    }
    const count = `${(size.series * size.days).toLocaleString('en-US')} observations`
    return [
      {
        goal: `load of ${count} into a plain table`,
        target: 1,
        measured: `${shown.append.toFixed(0)} ms`,
        floor: `${shown.csv.toFixed(0)} ms`,
        ratio: median(plain),
        note: 'floor: DuckDB read_csv of the same rows',
      },
      {
        goal: `load of ${count} with keys, revisions and known times`,
        target: 1.3,
        measured: `${shown.load.toFixed(0)} ms`,
        floor: `${shown.statement.toFixed(0)} ms`,
        ratio: median(whole),
        note: 'floor: one SQL statement doing the same from the CSV',
      },
    ]
  } finally {
    await store.close()
    await rm(folder, { recursive: true, force: true })
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

function rowsOf({ series, days }: Size): SightingRow[] {
  const rows: SightingRow[] = []
  const seenAt = Date.parse('2026-11-20T12:00:00Z')
  for (let no = 1; no <= series; no++)
    for (let day = 0; day < days; day++)
      rows.push({
        series: String(1_000 + no),
        period: 10_000 + day,
        value: ((no * 7919 + day * 104_729) % 1_000_003) / 7 + 1,
        seenAt,
        publishedAt: null,
      })
  return rows
}

const csvLine = (row: SightingRow): string =>
  [
    row.series,
    new Date(row.period * dayMs).toISOString().slice(0, 10),
    row.value,
    '2026-11-20 12:00:00',
    false,
    new Date((row.period + 1) * dayMs).toISOString().slice(0, 19),
    1,
  ].join(',')

const readCsv = (csv: string): string =>
  `read_csv('${csv}', header = true, columns = {series_no: 'INTEGER', period: 'DATE', value: 'DOUBLE', stated_at: 'TIMESTAMP', published: 'BOOLEAN', due_at: 'TIMESTAMP', recording_no: 'INTEGER'})`

const append = (store: Store, rows: readonly SightingRow[]) =>
  appendSightings(store, rows, 1, Number, (_, period) => (period + 1) * dayMs)

const empty = async (store: Store): Promise<void> => {
  for (const table of ['sighting', 'observation', 'quarantine']) await store.connection.run(`DELETE FROM ${table}`)
}

/** Keys, revisions, changes of unit and known times in one statement, as one would write it by hand over the file. */
const oneStatement = (csv: string): string => `
  INSERT INTO observation
  WITH s AS (
    SELECT *, first_value(value) OVER w AS anchor FROM ${readCsv(csv)}
    WINDOW w AS (PARTITION BY series_no, period ORDER BY stated_at, recording_no)
  ), k AS (
    SELECT *, lag(value) OVER w AS before, row_number() OVER w AS nth FROM s
    WHERE NOT coalesce(abs(abs(log10(nullif(abs(value / nullif(anchor, 0)), 0))) - 3) < 0.02, false)
    WINDOW w AS (PARTITION BY series_no, period ORDER BY stated_at, recording_no)
  )
  SELECT d.id, k.period, k.value, d.unit, CASE WHEN nth = 1 AND NOT published AND stated_at > due_at + INTERVAL 1 DAY THEN due_at ELSE stated_at END,
         CASE WHEN published THEN 'filed' WHEN nth = 1 AND stated_at > due_at + INTERVAL 1 DAY THEN 'deadline' ELSE 'reported' END, r.id,
         row_number() OVER (PARTITION BY k.series_no, k.period ORDER BY nth),
         CASE WHEN nth = 1 AND NOT published AND stated_at > due_at + INTERVAL 1 DAY AND d.revised IN ('annually', 'every release') THEN stated_at END
  FROM k JOIN series d ON d.no = k.series_no JOIN recording r ON r.no = k.recording_no WHERE nth = 1 OR value <> before`

async function check(store: Store, { series, days }: Size): Promise<void> {
  const [row] = await select<{ n: number; deadlines: number }>(
    store,
    "SELECT count(*)::INTEGER AS n, (count(*) FILTER (WHERE known_basis = 'deadline' AND known_at = period::TIMESTAMP + INTERVAL 1 DAY))::INTEGER AS deadlines FROM observation",
  )
  if (row!.n !== series * days || row!.deadlines !== series * days)
    throw new Error(`the load made ${row!.n} observations, ${row!.deadlines} of them known when due`)
}
