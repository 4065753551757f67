import { describe, expect, test } from 'vitest'
import { series } from '../../data/series.ts'
import { supplyAt } from '../../sample/world/network.ts'
import { address, ask, jsonOf, now, textOf } from './answers.ts'

const keys: readonly string[] = series
  .filter((row) => row.upstream === 'coinmetrics' && row.id.startsWith('btc.') && row.key !== 'DiffMean')
  .map((row) => row.key)
const whole = address.metrics(`metrics=${keys.join(',')}&page_size=10000&paging_from=start`)
type Row = Record<string, string>

async function csvRows(at = now): Promise<Row[]> {
  const [header = '', ...lines] = (await textOf(address.csv, at)).trimEnd().split('\n')
  const names = header.split(',')
  return lines.map((line) => Object.fromEntries(line.split(',').map((cell, i) => [names[i], cell])))
}

describe('Coin Metrics API', () => {
  test('tells the same of a past day whatever the day of the run', async () => {
    const years = [2019, 2023, 2031].map((year) => Date.UTC(year, 5, 3, 4))
    const pages = await Promise.all(years.map((at) => jsonOf(whole, at) as Promise<{ data: Row[] }>))
    const days = new Map((await jsonOf(whole)).data.map((row: Row) => [row['time'], row]))
    let compared = 0
    for (const { data } of pages)
      for (const row of data) {
        const same = days.get(row['time']!)
        if (!same) continue
        expect(row).toEqual(same)
        compared++
      }
    expect(compared).toBeGreaterThan(5_000)
  })

  test.each(['metrics=PriceUSD,DiffMean', 'metrics=NoSuch', 'metrics=', 'metrics=PriceUSD&colour=red'])(
    'does not imitate %s',
    async (query) => {
      await expect(ask(address.metrics(query))).rejects.toThrow('do not imitate')
    },
  )
})

describe('Coin Metrics CSV', () => {
  test('agrees with the API, and its last line is a day that has only begun', async () => {
    const rows = await csvRows()
    const { data } = (await jsonOf(whole)) as { data: Row[] }
    const last = rows.pop()!
    expect(last['time']).toBe('2026-11-20')
    expect(Object.entries(last).filter(([, cell]) => cell !== '')).toEqual([
      ['time', '2026-11-20'],
      ['ReferenceRate', rows.at(-1)!['PriceUSD']],
      ['ReferenceRateUSD', rows.at(-1)!['PriceUSD']],
    ])
    expect(rows).toHaveLength(data.length)
    for (const [i, row] of rows.entries()) for (const key of keys) expect(row[key], `${key} ${row['time']}`).toBe(data[i]![key])
    for (let i = 1; i < rows.length; i++) expect(rows[i]!['ReferenceRate']).toBe(rows[i - 1]!['PriceUSD'])
  })

  test('capitalisation is price times supply, supply grows by what is issued', async () => {
    const rows = (await csvRows()).slice(0, -1)
    for (const [i, row] of rows.entries()) {
      expect(Number(row['CapMrktCurUSD'])).toBeCloseTo(Number(row['PriceUSD']) * Number(row['SplyCur']), 2)
      if (i > 0) expect(Number(row['SplyCur']) - Number(rows[i - 1]!['SplyCur'])).toBe(Number(row['IssTotNtv']))
    }
  })

  test('difficulty, blocks and hash rate belong together, and difficulty moves once in a fortnight', async () => {
    const rows = (await csvRows()).slice(0, -1)
    let steps = 0
    for (const [i, row] of rows.entries()) {
      const [difficulty, blocks] = [Number(row['DiffMean']), Number(row['BlkCnt'])]
      const implied = (difficulty * 2 ** 32 * blocks) / 86_400 / 1e12
      expect(Math.abs(Number(row['HashRate']) / implied - 1)).toBeLessThan(0.025)
      if (i > 1 && difficulty !== Number(rows[i - 1]!['DiffMean'])) steps++
    }
    const heights = rows.reduce((sum, row) => sum + Number(row['BlkCnt']), 0) / 2_016
    expect(steps / 2).toBeGreaterThan(heights * 0.95)
    expect(steps / 2).toBeLessThan(heights * 1.05)
    const mean = rows.reduce((sum, row) => sum + Number(row['BlkCnt']), 0) / rows.length
    expect(mean).toBeGreaterThan(142)
    expect(mean).toBeLessThan(150)
  })

  test('the subsidy halves every 210,000 blocks', () => {
    expect(supplyAt(210_000)).toBe(10_500_000)
    expect(supplyAt(420_000)).toBe(15_750_000)
    expect(supplyAt(840_001) - supplyAt(840_000)).toBe(3.125)
    expect(supplyAt(6_930_000)).toBeLessThan(21_000_000)
  })
})
