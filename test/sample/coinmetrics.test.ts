import { describe, expect, test } from 'vitest'
import { series } from '../../data/series.ts'
import { isoDay } from '../../pipeline/time/day.ts'
import { supplyAt } from '../../sample/world/network.ts'
import { address, now, readOf } from './answers.ts'

const keys: readonly string[] = series
  .filter((row) => row.upstream === 'coinmetrics' && row.id.startsWith('btc.') && row.key !== 'DiffMean')
  .map((row) => row.key)
const whole = address.metrics(`metrics=${keys.join(',')}&page_size=10000&paging_from=start`)

/** Values of a day by the keys of their series, oldest day first. */
async function daysOf(url: string, at = now): Promise<Map<string, Readonly<Record<string, number>>>> {
  const days = new Map<string, Record<string, number>>()
  for (const { series: id, period, value } of (await readOf(url, at)).sighting) {
    const day = days.get(isoDay(period)) ?? {}
    days.set(isoDay(period), day)
    day[id.slice('btc.'.length)] = value
  }
  return new Map([...days].sort(([a], [b]) => (a < b ? -1 : 1)))
}

test('tells the same of a past day whatever the day of the run', async () => {
  const years = [2019, 2023, 2031].map((year) => Date.UTC(year, 5, 3, 4))
  const days = await daysOf(whole)
  let compared = 0
  for (const earlier of await Promise.all(years.map((at) => daysOf(whole, at))))
    for (const [day, values] of earlier) {
      const same = days.get(day)
      if (!same) continue
      expect(values).toEqual(same)
      compared++
    }
  expect(compared).toBeGreaterThan(5_000)
})

describe('the whole history', () => {
  test('agrees with the API', async () => {
    const days = await daysOf(address.csv)
    const api = await daysOf(whole)
    expect([...days.keys()]).toEqual([...api.keys()])
    for (const [day, { DiffMean, ...values }] of days) expect(values, `${day} ${DiffMean}`).toEqual(api.get(day))
  })

  test('capitalisation is price times supply, supply grows by what is issued', async () => {
    const rows = [...(await daysOf(address.csv)).values()]
    for (const [i, row] of rows.entries()) {
      expect(row['CapMrktCurUSD']).toBeCloseTo(row['PriceUSD']! * row['SplyCur']!, 2)
      if (i > 0) expect(row['SplyCur']! - rows[i - 1]!['SplyCur']!).toBe(row['IssTotNtv'])
    }
  })

  test('difficulty, blocks and hash rate belong together, and difficulty moves once in a fortnight', async () => {
    const rows = [...(await daysOf(address.csv)).values()]
    let steps = 0
    for (const [i, { DiffMean: difficulty, BlkCnt: blocks, HashRate: rate }] of rows.entries()) {
      const implied = (difficulty! * 2 ** 32 * blocks!) / 86_400 / 1e12
      expect(Math.abs(rate! / implied - 1)).toBeLessThan(0.025)
      if (i > 1 && difficulty !== rows[i - 1]!['DiffMean']) steps++
    }
    const blocks = rows.reduce((sum, row) => sum + row['BlkCnt']!, 0)
    expect(steps / 2).toBeGreaterThan((blocks / 2_016) * 0.95)
    expect(steps / 2).toBeLessThan((blocks / 2_016) * 1.05)
    expect(blocks / rows.length).toBeGreaterThan(142)
    expect(blocks / rows.length).toBeLessThan(150)
  })
})

test('the subsidy halves every 210,000 blocks', () => {
  expect(supplyAt(210_000)).toBe(10_500_000)
  expect(supplyAt(420_000)).toBe(15_750_000)
  expect(supplyAt(840_001) - supplyAt(840_000)).toBe(3.125)
  expect(supplyAt(6_930_000)).toBeLessThan(21_000_000)
})
