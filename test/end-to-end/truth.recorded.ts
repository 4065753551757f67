import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readKnownVersions } from '../../activities/compute/known.ts'
import { metricRows } from '../../data/metrics.ts'
import { dayView, type Known } from '../../pipeline/days/point-in-time-days.ts'
import { dayNumber, endOfDay } from '../../pipeline/time/day.ts'
import { indexAtOrBefore } from '../../pipeline/values/column.ts'
import { openStore, type Store, select } from '../../pipeline/warehouse/store.ts'
import type { RefreshResult } from '../../workflows/orchestrations/refresh.ts'
import { naiveTrend } from '../analysis/naive-strength.ts'
import { temporaryHome } from './home.ts'
import { recordedHome } from './recorded-home.ts'

interface Truth {
  readonly id: string
  readonly as_of: string
  readonly what: 'metric' | 'trend' | 'percentile' | 'correlation' | 'observation'
  readonly metric?: string
  readonly series?: string
  readonly path?: string
  readonly period: string
  readonly value: number | null
  readonly tolerance: number
  readonly reading?: string
  readonly a?: string
  readonly b?: string
  readonly from?: string
  readonly to?: string
  readonly known_basis?: string
  readonly accession?: string
}

/** Values computed from the same recorded bytes by another program, `test/truth/market.py`. */
const truths = JSON.parse(readFileSync(join(import.meta.dirname, '..', 'truth', 'market.json'), 'utf8')) as Truth[]

const at = (document: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((value, key) => (value as Record<string, unknown> | null)?.[key] ?? null, document)

const near = (value: unknown, truth: Truth): void => {
  if (truth.value === null || truth.value === 0 || truth.tolerance === 0) expect(value).toBe(truth.value)
  else expect(Math.abs((value as number) / truth.value - 1)).toBeLessThanOrEqual(Math.max(truth.tolerance, 1e-11))
}

describe('real recordings', () => {
  let home: Awaited<ReturnType<typeof temporaryHome>>
  let store: Store
  let known: Known
  let result: RefreshResult

  beforeAll(async () => {
    const made = await recordedHome()
    result = made.result
    home = await temporaryHome(made.folder)
    store = await openStore(join(home.folder, 'store.duckdb'))
    known = await readKnownVersions(store, dayNumber('2100-01-01')!)
  })
  afterAll(async () => {
    await store?.close()
    await home?.remove()
  })

  test('financing of Strategy is that of its newest 10-Q, by company facts, for its document is not recorded', async () => {
    const [row] = await select<Record<string, number | string | null>>(
      store,
      `SELECT CAST(balance_sheet_day AS VARCHAR) AS day, debt_principal_usd::DOUBLE AS debt, preferred_usd AS preferred, senior_claims_usd AS claims,
              due_within_24_months_usd AS due, btc, total_assets_usd::DOUBLE AS assets, filing_url AS url, missing
       FROM v_financing WHERE ticker = 'MSTR' AND latest_version ORDER BY as_of DESC LIMIT 1`,
    )
    expect(row).toMatchObject({
      day: '2025-09-30',
      debt: 8_244_123_000,
      preferred: null,
      claims: null,
      due: null,
      btc: null,
      assets: 73_619_038_000,
    })
    expect(row!['url']).toContain('000119312525262568')
    expect(JSON.parse(String(row!['missing']))).toEqual([
      'preferred stock at liquidation preference',
      'amount due within 24 months',
      'bitcoin count',
      'fair value of bitcoin',
    ])
  })

  test('says what it loaded, what nothing takes, what is stale and what is missing', async () => {
    expect(result).toMatchObject({
      recordings: 177,
      loaded: 177,
      refused: 0,
      // the recorded debt of 4 August 2025 is not the sum of its parts, and a recorded package of EDINET is the report of a fund
      rejected: 2,
      untakenCount: 65,
      failures: [],
      // a 10-Q whose count nothing in it bears out
      held: ['0001564590-21-021949'],
    })
    // snapshots of what is now: no recording holds them
    expect(result.missing).toEqual(expect.arrayContaining(['bitcoin-fee-fast', 'bitcoin-epoch-pace', 'usdt-dominance']))
    const read = new Set(
      (await select<{ series: string }>(store, 'SELECT DISTINCT series FROM observation')).map((row) => row.series),
    )
    expect(read.size).toBeGreaterThan(100)
    const readOne = metricRows.filter(({ formula, of }) => formula === 'series' && read.has(of[0]!))
    expect(readOne.filter(({ metric }) => result.missing.includes(metric))).toEqual([])
    expect(result.stale).toContain('bitcoin-hash-rate')
    // a count of January is late in July, and stale after 240 days
    expect(result.stale).not.toContain('mstr-bitcoin-holdings')
    expect(result.stale).not.toContain('bitcoin-price')
  })

  test('at least 30 values are compared', () => expect(truths.length).toBeGreaterThanOrEqual(30))

  test.each(truths.map((truth) => [truth.id, truth] as const))('%s', async (_, truth) => {
    const asOf = dayNumber(truth.as_of)!
    const day = dayView(known, asOf, endOfDay(asOf))
    if (truth.what === 'observation') {
      const [row] = await select<{ value: number; basis: string }>(
        store,
        `SELECT value, known_basis AS basis FROM as_known(DATE '${truth.as_of}') WHERE series = $1 AND period = $2::DATE`,
        [truth.series!, truth.period],
      )
      near(row?.value ?? null, truth)
      if (truth.known_basis) expect(row!.basis).toBe(truth.known_basis)
    } else if (truth.what === 'correlation') {
      const found = day.correlation(truth.a!, truth.b!)
      if (found === null) {
        // a change from a value that is not positive does not exist, so there is no correlation over it
        expect(truth.as_of).toBe('2020-05-07')
        return
      }
      near(truth.path!.endsWith('.n') ? found.n : found.value, truth)
      expect([found.from, found.to]).toEqual([truth.from, truth.to])
    } else if (truth.series) {
      const column = known.versions.get(truth.series)!
      const trend = naiveTrend(column, indexAtOrBefore(column, dayNumber(truth.period)!), 'percent', 60)
      expect(trend['7d']?.change).toBeNull()
      expect(trend['7d']?.note).toBeTruthy()
    } else {
      const reading = day.reading(truth.metric!)
      if (truth.reading === 'implied') {
        const without = { ...known, versions: new Map([...known.versions].filter(([id]) => id !== 'btc.HashRate')) }
        const implied = dayView(without, asOf, endOfDay(asOf)).reading('bitcoin-hash-rate')!
        near(implied.value, truth)
        expect(implied.data_quality.notes.join(' ')).toMatch(/estimate/)
        return
      }
      near(at(reading, truth.path!), truth)
      if (truth.path === 'value') expect(reading!.period).toBe(truth.period)
      if (truth.accession) {
        const newest = day
          .companies()
          .find(({ ticker }) => ticker === 'MSTR')!
          .totals.at(-1)!
        expect(newest).toMatchObject({ accession: truth.accession, value: truth.value, asOf: truth.period, form: '8-K' })
      }
    }
  })

  test('net liquidity says that its Treasury account is the weekly average', () => {
    const reading = dayView(known, dayNumber('2026-07-23')!, endOfDay(dayNumber('2026-07-23')!)).reading('net-liquidity')!
    expect(reading.inputs.map(({ series, value }) => [series, value])).toEqual([
      ['fed-balance', 6747.378],
      ['tga', 829.623],
      ['rrp', 0.376],
    ])
    expect(reading.data_quality.notes.join(' ')).toMatch(/weekly average/)
  })
})
