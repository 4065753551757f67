import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { series } from '../../data/series.ts'
import { feedFor } from '../../pipeline/feeds/index.ts'
import { metricEvaluator } from '../../pipeline/formulas/evaluate.ts'
import { asOfMoment, dayNumber, isoDay } from '../../pipeline/time/day.ts'
import { asKnownAt, type Versions } from '../../pipeline/values/column.ts'
import { load } from '../../pipeline/warehouse/companies/load.ts'
import { readVersions } from '../../pipeline/warehouse/observations.ts'
import { openStore, type Store, select } from '../../pipeline/warehouse/store.ts'
import { recordedLoads } from '../recorded.ts'
import { temporaryHome } from './home.ts'

interface Truth {
  readonly id: string
  readonly as_of: string
  readonly metric?: string
  readonly series?: string
  readonly period: string | null
  readonly value: number | null
}

/** Values computed from the same recorded bytes by another program, `test/truth/macro.py`. */
const truths = JSON.parse(readFileSync(join(import.meta.dirname, '..', 'truth', 'macro.json'), 'utf8')) as Truth[]

const upstreams = new Set(['fred', 'treasury', 'fiscaldata', 'ecb'])

describe('real recordings of the macro feeds', () => {
  let home: Awaited<ReturnType<typeof temporaryHome>>
  let store: Store
  let versions: ReadonlyMap<string, Versions>
  let result: Awaited<ReturnType<typeof load>>

  beforeAll(async () => {
    home = await temporaryHome()
    store = await openStore(join(home.folder, 'store.duckdb'))
    const loads = recordedLoads(({ url }) => upstreams.has(feedFor(url)?.upstream ?? ''))
    result = await load(store, loads, () => [])
    versions = await readVersions(store, [...series.map(({ id }) => id)])
  })
  afterAll(async () => {
    await store?.close()
    await home?.remove()
  })

  // the recorded debt of 4 August 2025 is not the sum of its parts
  test('every body is read, one row is rejected', () =>
    expect(result).toEqual({ loaded: 105, refused: 0, rejected: 1, changed: true }))

  test('at least 60 values are compared', () => expect(truths.length).toBeGreaterThanOrEqual(60))

  test.each(truths.map((truth) => [truth.id, truth] as const))('%s', async (_, truth) => {
    if (truth.series) {
      const [row] = await select<{ value: number }>(
        store,
        `SELECT value FROM as_known(DATE '${truth.as_of}') WHERE series = $1 AND period = $2::DATE`,
        [truth.series, truth.period!],
      )
      expect(row?.value ?? null).toBe(truth.value)
      return
    }
    const moment = asOfMoment(dayNumber(truth.as_of)!)
    const column = metricEvaluator((id) => (versions.has(id) ? asKnownAt(versions.get(id)!, moment) : null))(
      truth.metric!,
    )?.column
    const last = (column?.period.length ?? 0) - 1
    if (truth.value === null) expect(last).toBe(-1)
    else {
      expect(isoDay(column!.period[last]!)).toBe(truth.period)
      expect(column!.value[last]!).toBeCloseTo(truth.value, 9)
    }
  })
})
