import { beforeAll, describe, expect, test } from 'vitest'
import { homeAt } from '../../activities/home.ts'
import { rosterOf } from '../../data/companies.ts'
import { type Series, series } from '../../data/series.ts'
import { asOfMoment, dayNumber, isoDay } from '../../pipeline/time/day.ts'
import { asKnownAt, type Column, knownBases, type Versions } from '../../pipeline/values/column.ts'
import { openMarket } from '../../pipeline/warehouse/analysts/market.ts'
import { readVersions } from '../../pipeline/warehouse/observations.ts'
import { sampleHome } from './home.ts'

const rows: readonly Series[] = series
const ofRoster = rows.filter(({ company }) => company !== undefined)
let versions: ReadonlyMap<string, Versions>

beforeAll(async () => {
  const market = await openMarket(homeAt((await sampleHome()).folder).market)
  try {
    versions = await readVersions(market, [...ofRoster.map(({ id }) => id), 'H10.JPY', 'DEXJPUS', 'HRBX.bitcoin', 'LNTX.bitcoin'])
  } finally {
    await market.close()
  }
})

/** A series as known at the end of a day, as rows of period, value and basis. */
function known(id: string, day: string): (readonly [string, number, string])[] {
  const all = versions.get(id)
  if (!all) return []
  const column: Column = asKnownAt(all, asOfMoment(dayNumber(day)!))
  return Array.from(column.period, (period, i) => [isoDay(period), column.value[i]!, knownBases[column.basis[i]!]!] as const)
}

const newest = (id: string, day = '2026-11-20') => known(id, day).at(-1) ?? null

describe('series of the roster in a home of sample feeds', () => {
  test('are of invented companies alone', () => {
    const real = new Set(rosterOf(false).map(({ ticker }) => ticker))
    const read = ofRoster.filter(({ id }) => known(id, '2026-11-20').length > 0)
    expect(read.filter(({ company }) => real.has(company!.ticker))).toEqual([])
    expect(new Set(read.map(({ company }) => company!.ticker)).size).toBe(6)
  })

  test('third parties count what was filed, or something else, or do not list the company', () => {
    const filed = (ticker: string) => newest(`${ticker}.bitcoin`)![1]
    const counts = (provider: string) =>
      ['HRBX', 'LNTX', 'SBLX', 'DRFT', 'QRTZ', '9901'].map((ticker) => newest(`${ticker}.bitcoin.${provider}`)?.[1] ?? null)
    expect(counts('coingecko')).toEqual([filed('HRBX'), filed('LNTX'), 4_815, 12_480, 1_875, 2_150])
    expect(counts('strategytracker')).toEqual([filed('HRBX'), null, 4_815, 12_292, null, 2_150])
  })

  test('an mNAV is there where one is published and the coins are bitcoin', () => {
    const ratios = ['HRBX', 'LNTX', 'SBLX', 'DRFT', 'QRTZ', '9901'].map(
      (ticker) => newest(`${ticker}.mnav.coingecko`)?.[1] ?? null,
    )
    expect(ratios).toEqual([1.31, null, null, 0.21, 0.8, 1.94])
  })

  test('what third parties say was known when it was read, not before', () => {
    for (const id of ['HRBX.bitcoin.coingecko', 'HRBX.bitcoin.strategytracker', 'QRTZ.mnav.coingecko']) {
      expect(known(id, '2026-11-20').map(([period, , basis]) => [period, basis])).toEqual([['2026-11-20', 'reported']])
      expect(known(id, '2026-11-19')).toEqual([])
    }
  })

  test('a close is known on the evening of its session, as it was then: no split of later is in it', () => {
    expect(newest('HRBX.close', '2026-11-18')).toMatchObject({ 0: '2026-11-18', 2: 'deadline' })
    expect(newest('HRBX.close', '2026-11-15')![0]).toBe('2026-11-13')
    expect(newest('HRBX.close')).toMatchObject({ 0: '2026-11-19', 2: 'reported' })
    const [before, after] = [newest('HRBX.close', '2025-06-13')!, newest('HRBX.close', '2025-06-16')!]
    expect([before[0], after[0]]).toEqual(['2025-06-13', '2025-06-16'])
    expect(before[1] / after[1]).toBeGreaterThan(8)
    expect(before[1] / after[1]).toBeLessThan(12)
    const yen = [newest('9901.close', '2026-03-27')!, newest('9901.close', '2026-03-30')!]
    expect(yen[0]![1] / yen[1]![1]).toBeGreaterThan(4)
    expect(versions.get('9901.close')!.unit).toBe('JPY')
    expect(versions.get('HRBX.close')!.unit).toBe('USD')
  })

  test('the yen rate of the Board is that of FRED, value by value and known at the same time', () => {
    expect(known('H10.JPY', '2026-11-20').length).toBeGreaterThan(2_000)
    for (const day of ['2026-11-20', '2026-03-31', '2024-12-31']) expect(known('H10.JPY', day)).toEqual(known('DEXJPUS', day))
    expect(newest('H10.JPY', '2026-11-20')![0]).toBe('2026-11-13')
  })
})
