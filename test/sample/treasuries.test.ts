import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { filers } from '../../data/filers.ts'
import { splits } from '../../data/splits.ts'
import { holders } from '../../sample/world/holders.ts'
import { recordedFolder, withoutRecorded } from '../recorded.ts'
import { ask, jsonOf, now, textOf } from './answers.ts'

const counts = 'https://api.coingecko.com/api/v3/companies/public_treasury/bitcoin'
const entity = (id: string) => `https://api.coingecko.com/api/v3/public_treasury/${id}`
const pointer = 'https://data.strategytracker.com/latest.json'
const prices = (symbol: string) => `https://stooq.com/q/d/l/?s=${symbol}&i=d&o=1111111`
const rates = (from = '') =>
  `https://www.federalreserve.gov/datadownload/Output.aspx?rel=H10&series=60f32914ab61dfab590e0e470153e3ae&lastobs=&from=${from}&to=&filetype=csv&label=include&layout=seriescolumn&type=package`

test('every invented company of the roster is known to the third parties, by the symbol of its market', () => {
  const invented = filers.filter(({ sample }) => sample)
  const symbols = new Set(holders.map(({ symbol }) => symbol))
  for (const { ticker, files } of invented) expect(symbols).toContain(`${ticker}.${files === 'edinet' ? 'T' : 'US'}`)
})

describe('CoinGecko', () => {
  test('ranks holders by what they hold, a private one among them, and adds them up', async () => {
    const { companies, total_holdings: total } = await jsonOf(counts)
    const held: number[] = companies.map((row: { total_holdings: number }) => row.total_holdings)
    expect(held).toEqual(held.toSorted((a, b) => b - a))
    expect(held.reduce((a, b) => a + b)).toBe(total)
    expect(companies.filter((row: { symbol: string }) => row.symbol === '')).toHaveLength(1)
    expect(companies.some((row: { total_entry_value_usd: number }) => row.total_entry_value_usd === 0)).toBe(true)
  })
  test('a company is listed once it has filed', async () => {
    const { companies } = await jsonOf(counts, Date.parse('2021-10-30T12:00:00Z'))
    expect(companies.map(({ symbol }: { symbol: string }) => symbol)).not.toContain('HRBX.US')
  })
  test('an entity’s coins make up its value', async () => {
    const { holdings, total_treasury_value_usd: total } = await jsonOf(entity('lantern-specimen'))
    const sum = holdings.reduce((all: number, { current_value_usd: value }: { current_value_usd: number }) => all + value, 0)
    expect(sum / total).toBeCloseTo(1, 12)
    await expect(ask(entity('nobody'))).rejects.toThrow('no such page')
  })
})

test('StrategyTracker: the pointer names the file of this quarter of an hour, and there is no other', async () => {
  const { files, timestamp } = await jsonOf(pointer, now + 20 * 60_000)
  expect([files.full, timestamp]).toEqual(['all.v20261120T221500Z.json', '2026-11-20T22:15:00.000000+00:00'])
  const file = pointer.replace('latest.json', files.full)
  expect((await jsonOf(file, now + 20 * 60_000)).timestamp).toBe(timestamp)
  await expect(ask(file, now)).rejects.toThrow('no such version')
})

describe('Stooq', () => {
  test('weekdays without holidays, and a fall of price on the session of a split', async () => {
    const lines = (await textOf(prices('hrbx.us'))).trim().split('\r\n').slice(1)
    const closes = new Map(lines.map((line) => [line.slice(0, 10), Number(line.split(',')[4])]))
    expect([...closes.keys()].at(-1)).toBe('2026-11-19')
    for (const day of ['2026-11-14', '2026-07-03', '2025-12-25']) expect(closes.has(day)).toBe(false)
    const { session, ratio } = splits.find(({ ticker }) => ticker === 'HRBX')!
    expect(Math.abs(Math.log(closes.get('2025-06-13')! / closes.get(session)! / ratio))).toBeLessThan(0.3)
  })
  test('a symbol nobody has is a sentence in a 200', async () => {
    expect(await textOf(prices('nobody.us'))).toBe('No data')
    await expect(ask(prices('hrbx.us').replace('&o=1111111', ''))).rejects.toThrow('unadjusted')
  })
})

test('H.10: the package from a day on, holidays as ND', async () => {
  const lines = (await textOf(rates('10/09/2026'))).trim().split('\n')
  expect(lines.slice(6, 8).map((line) => line.slice(0, 13))).toEqual(['2026-10-09,1.', '2026-10-12,ND'])
  expect(lines.at(-1)!.slice(0, 10)).toBe('2026-11-13')
})

describe.skipIf(withoutRecorded)('against recorded bodies', () => {
  const recorded = (name: string) => JSON.parse(readFileSync(join(recordedFolder, 'treasury_third_party', name), 'utf8'))

  test('CoinGecko’s members are these', async () => {
    const real = recorded('coingecko_companies_public_treasury_bitcoin_2026-07-08_trimmed.json')
    const made = await jsonOf(counts)
    expect(Object.keys(made)).toEqual(Object.keys(real))
    expect(Object.keys(made.companies[0])).toEqual(Object.keys(real.companies[0]))
  })
  test('StrategyTracker’s members are among these', async () => {
    const real = recorded('strategytracker_all_trimmed_2026-07-09.json').companies.MSTR.processedMetrics
    const { files } = await jsonOf(pointer)
    const made = (await jsonOf(pointer.replace('latest.json', files.full))).companies.HRBX.processedMetrics
    expect(Object.keys(real)).toEqual(expect.arrayContaining(Object.keys(made)))
    expect(Object.keys(real.treasury_table[0])).toEqual(expect.arrayContaining(Object.keys(made.treasury_table[0])))
    expect(Object.keys(await jsonOf(pointer))).toEqual(Object.keys(recorded('strategytracker_latest_2026-07-08.json')))
  })
  test('H.10 is described by the same six lines', async () => {
    const names = (text: string) =>
      text
        .split('\n')
        .slice(0, 6)
        .map((line) => line.split(',')[0]!.replaceAll('"', '').trim())
    const real = readFileSync(join(recordedFolder, 'h10', 'FRB_H10_JPY_1981-2022_excel_resaved.csv'), 'utf8')
    expect(names(await textOf(rates()))).toEqual(names(real))
  })
})
