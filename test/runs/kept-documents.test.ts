import { afterAll, expect, test } from 'vitest'
import { homeAt } from '../../activities/home.ts'
import { openStore, select } from '../../pipeline/warehouse/store.ts'
import { refreshHome, smallHome, smallRun, temporaryHomes } from '../end-to-end/home.ts'

const homes = temporaryHomes()
afterAll(() => homes.remove())

/** Runs of one home after another: when something was released, on the next day, for the day before, of one feed, and soon after that. */
const runs = [
  { asOf: '2026-11-20', now: Date.parse('2026-11-20T23:45:00Z') },
  { asOf: '2026-11-21', now: Date.parse('2026-11-21T00:15:00Z') },
  { asOf: '2026-11-20', now: Date.parse('2026-11-21T14:45:00Z') },
  { asOf: '2026-11-21', now: Date.parse('2026-11-21T15:00:00Z'), only: ['coinmetrics-api'] },
  { asOf: '2026-11-21', now: Date.parse('2026-11-21T15:15:00Z') },
] as const

/** Rows that follow from what was composed. */
const tables =
  'metric_value metric_walk metric_past briefing_state day_end_reading reading calibration treasury stake next_release'.split(' ')

async function stateOf(folder: string) {
  const store = await openStore(homeAt(folder).store)
  try {
    const rows = tables.map((name) =>
      select<{ mark: string }>(store, `SELECT count(*) || ' ' || coalesce(bit_xor(hash(t)), 0) AS mark FROM ${name} t`),
    )
    const [kept] = await select<{ count: number }>(
      store,
      "SELECT count(*)::INTEGER AS count FROM composed WHERE stands_from < TIMESTAMP '2026-11-21 15:15:00'",
    )
    return {
      rows: Object.fromEntries((await Promise.all(rows)).map(([row], at) => [tables[at], row!.mark])),
      kept: kept!.count,
    }
  } finally {
    await store.close()
  }
}

test('a home that keeps what stands has the editions and the rows of one that composes everything in every run', async () => {
  const small = await smallHome()
  const [keeping, composing] = [await homes.make(small.folder), await homes.make(small.folder)]
  for (const [at, run] of runs.entries()) {
    const both = { ...smallRun(), ...run, only: [...('only' in run ? run.only : smallRun().only)] }
    const kept = await refreshHome(keeping, both)
    const composed = await refreshHome(composing, { ...both, program: `another ${at}` })
    expect({ at, edition: kept.edition, documents: kept.documents, stale: kept.stale, missing: kept.missing }).toEqual({
      ...{ at, edition: composed.edition, documents: composed.documents, stale: composed.stale, missing: composed.missing },
    })
  }
  const [one, other] = [await stateOf(keeping), await stateOf(composing)]
  expect(one.rows).toEqual(other.rows)
  expect(other.kept).toBe(0)
  expect(one.kept).toBeGreaterThan(400)
})
