import { existsSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { series } from '../../data/series.ts'
import { supplyAt } from '../../sample/world/network.ts'
import { address, ask, jsonOf, now, textOf } from './answers.ts'

const folder = '../shared/feeds/btc_network'
const recorded = existsSync(folder)
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
  test('has ten years of days without a gap, ending the day before the run', async () => {
    const { data } = (await jsonOf(whole)) as { data: Row[] }
    expect(data[0]!['time']).toBe('2016-11-18T00:00:00.000000000Z')
    expect(data.at(-1)!['time']).toBe('2026-11-19T00:00:00.000000000Z')
    for (let i = 1; i < data.length; i++)
      expect(Date.parse(data[i]!['time']!.slice(0, 10)) - Date.parse(data[i - 1]!['time']!.slice(0, 10))).toBe(86_400_000)
    expect(Object.keys(data[0]!)).toEqual(['asset', 'time', ...keys.toSorted()])
  })

  test('keeps every value in the range of its series, and prices lively', async () => {
    const { data } = (await jsonOf(whole)) as { data: Row[] }
    for (const row of series.filter((each) => keys.includes(each.key)))
      for (const day of data) {
        const value = Number(day[row.key])
        expect(value >= row.range[0] && value <= row.range[1], `${row.key} ${day['time']} ${day[row.key]}`).toBe(true)
      }
    const changes = data.slice(1).map((day, i) => Math.log(Number(day['PriceUSD']) / Number(data[i]!['PriceUSD'])))
    const yearly = Math.sqrt(changes.reduce((sum, change) => sum + change * change, 0) / changes.length) * Math.sqrt(365)
    expect(yearly).toBeGreaterThan(0.5)
    expect(yearly).toBeLessThan(0.7)
  })

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

  test('pages from either end give every row once', async () => {
    const { data: all } = (await jsonOf(whole)) as { data: Row[] }
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 150, max: 4_000 }),
        fc.constantFrom('start', 'end'),
        fc.integer({ min: 0, max: 3_000 }),
        async (size, from, skip) => {
          const start = all[skip]!['time']!.slice(0, 10)
          let url: string | undefined = address.metrics(
            `metrics=${keys.join(',')}&page_size=${size}&paging_from=${from}&start_time=${start}&end_time=2026-08-31`,
          )
          let rows: Row[] = []
          while (url) {
            const page: { data: Row[]; next_page_token?: string; next_page_url?: string } = await jsonOf(url)
            expect(page.data.length).toBeLessThanOrEqual(size)
            expect(page.next_page_token === undefined).toBe(page.next_page_url === undefined)
            rows = from === 'start' ? [...rows, ...page.data] : [...page.data, ...rows]
            url = page.next_page_url
          }
          expect(rows).toEqual(all.filter((row) => row['time']!.slice(0, 10) >= start && row['time']! < '2026-09'))
        },
      ),
      { numRuns: 8 },
    )
  })

  test('gives the newest hundred rows when asked for nothing else', async () => {
    const page = await jsonOf(address.metrics('metrics=PriceUSD'))
    expect(page.data).toHaveLength(100)
    expect(page.data.at(-1).time).toBe('2026-11-19T00:00:00.000000000Z')
    expect(page.next_page_url).toContain('next_page_token=')
  })

  test.each(['metrics=PriceUSD,DiffMean', 'metrics=NoSuch', 'metrics=', 'metrics=PriceUSD&colour=red'])(
    'does not imitate %s',
    async (query) => {
      await expect(ask(address.metrics(query))).rejects.toThrow('do not imitate')
    },
  )

  test.skipIf(!recorded)(`has the shape of recorded bytes${recorded ? '' : ` (skipped: no folder ${folder})`}`, async () => {
    const real = JSON.parse(readFileSync(`${folder}/coinmetrics_PriceUSD_btc_2026-06-28.json`, 'utf8'))
    const ours = await jsonOf(address.metrics('metrics=PriceUSD&page_size=10000'))
    expect(Object.keys(ours)).toEqual(Object.keys(real))
    expect(Object.keys(ours.data[0])).toEqual(Object.keys(real.data[0]))
    expect(ours.data[0].time).toMatch(/^\d{4}-\d\d-\d\dT00:00:00\.000000000Z$/)
    expect(real.data[0].time).toMatch(/^\d{4}-\d\d-\d\dT00:00:00\.000000000Z$/)
  })
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

  test.skipIf(!recorded)(`has the columns of recorded bytes${recorded ? '' : ` (skipped: no folder ${folder})`}`, async () => {
    const real = readFileSync(`${folder}/coinmetrics_csv_btc_to_2026-03-22.csv`, 'utf8')
    const ours = await textOf(address.csv)
    const names = (text: string): string[] => text.slice(0, text.indexOf('\n')).split(',')
    expect(names(ours).filter((name) => name !== 'DiffMean')).toEqual(names(real))
    const lastOf = (text: string): boolean[] =>
      text
        .trimEnd()
        .split('\n')
        .at(-1)!
        .split(',')
        .map((cell) => cell !== '')
    expect(lastOf(real).filter(Boolean).length).toBe(5)
    expect(lastOf(ours).filter(Boolean).length).toBe(3)
    expect(ours.endsWith('\n')).toBe(real.endsWith('\n'))
  })
})
