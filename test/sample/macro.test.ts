import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { dayNumber, isoDay, weekday } from '../../pipeline/calendar/day.ts'
import { isBusinessDay } from '../../pipeline/calendar/holiday.ts'
import { cellsOf } from '../../pipeline/feeds/csv.ts'
import { propertiesOf } from '../../pipeline/feeds/treasury-curve.ts'
import { address, ask, jsonOf, now, textOf } from './answers.ts'

const folder = '../shared/feeds'
const recorded = existsSync(folder)
const years = Array.from({ length: 10 }, (_, i) => String(2017 + i))

/** Date and value of a FRED series, holidays left out. */
const fred = async (key: string): Promise<Map<string, number>> =>
  new Map(
    (await jsonOf(address.observations(key))).observations
      .filter(({ value }: { value: string }) => value !== '.')
      .map(({ date, value }: { date: string; value: string }) => [date, Number(value)]),
  )

const curves = async () =>
  (await Promise.all(years.map(async (year) => propertiesOf(await textOf(address.parCurve(year)), 'test')))).flat()
const dateOf = (curve: ReadonlyMap<string, string>): string => curve.get('NEW_DATE')!.slice(0, 10)

const ecb = async (key: string): Promise<Map<string, number>> => {
  const lines = (await textOf(address.ecb(key)))
    .trimEnd()
    .split(/\r?\n/)
    .slice(1)
    .map((line) => cellsOf(line)!)
  return new Map(lines.map((cells) => [cells[6]!, Number(cells[7])]))
}
const exr = (code: string) => ecb(`EXR/D.${code}.EUR.SP00.A`)

describe('the curve of Treasury yields', () => {
  test('is the same at the Treasury and at FRED, on the same days', async () => {
    const all = await curves()
    for (const [tenor, key] of [
      ['BC_1MONTH', 'DGS1MO'],
      ['BC_3MONTH', 'DGS3MO'],
      ['BC_2YEAR', 'DGS2'],
      ['BC_5YEAR', 'DGS5'],
      ['BC_10YEAR', 'DGS10'],
      ['BC_30YEAR', 'DGS30'],
    ] as const) {
      const yields = await fred(key)
      const par = all.map((curve) => [dateOf(curve), Number(curve.get(tenor))] as const)
      expect(par).toEqual([...yields].filter(([date]) => date >= '2017'))
    }
  })

  test('is smooth from tenor to tenor and believable', async () => {
    const tenors = [
      'BC_1MONTH',
      'BC_3MONTH',
      'BC_6MONTH',
      'BC_1YEAR',
      'BC_2YEAR',
      'BC_3YEAR',
      'BC_5YEAR',
      'BC_7YEAR',
      'BC_10YEAR',
      'BC_20YEAR',
      'BC_30YEAR',
    ]
    for (const curve of await curves()) {
      const values = tenors.map((tenor) => Number(curve.get(tenor)))
      values.forEach((value, i) => {
        expect(value > 0.2 && value < 10, `${dateOf(curve)} ${tenors[i]} ${value}`).toBe(true)
        if (i > 0) expect(Math.abs(value - values[i - 1]!), `${dateOf(curve)} ${tenors[i]}`).toBeLessThan(1)
      })
    }
  })

  test('pays for inflation of about two percent', async () => {
    const [nominal, real] = [await fred('DGS10'), await fred('DFII10')]
    const breakevens = [...nominal].map(([date, value]) => value - real.get(date)!).sort((a, b) => a - b)
    expect(breakevens[0]).toBeGreaterThan(0.8)
    expect(breakevens.at(-1)).toBeLessThan(4)
    expect(Math.abs(breakevens[Math.floor(breakevens.length / 2)]! - 2.1)).toBeLessThan(0.6)
  })

  test('begins at the policy rate, which moves in quarters and holds the overnight rate', async () => {
    const [upper, lower, secured, month] = [
      await fred('DFEDTARU'),
      await fred('DFEDTARL'),
      await fred('SOFR'),
      await fred('DGS1MO'),
    ]
    for (const [date, value] of upper) {
      expect([value % 0.25, value - lower.get(date)!]).toEqual([0, 0.25])
      if (secured.has(date)) expect(value - secured.get(date)! > 0 && value - secured.get(date)! < 0.25, date).toBe(true)
      if (month.has(date)) expect(Math.abs(value - month.get(date)!), date).toBeLessThan(1)
    }
    expect(new Set(upper.values()).size).toBeGreaterThan(3)
  })

  test('an early year has fewer tenors; one in its first year is null before its first day', async () => {
    const of = async (year: string) => propertiesOf(await textOf(address.parCurve(year)), 'test').map((curve) => curve.size - 3)
    expect(new Set(await of('2017'))).toEqual(new Set([11]))
    expect(new Set(await of('2025'))).toEqual(new Set([13, 14]))
    expect(await textOf(address.parCurve('2025'))).toContain('<d:BC_1_5MONTH m:type="Edm.Double" m:null="true" />')
    expect(await textOf(address.parCurve('2024'))).not.toContain('BC_1_5MONTH')
  })

  test('a page past the last is a feed without entries', async () =>
    expect(propertiesOf(await textOf(address.parCurve('2025', '&page=1')), 'test')).toEqual([]))
})

describe('the Treasury’s cash', () => {
  interface Line {
    readonly record_date: string
    readonly account_type: string
    readonly close_today_bal: string
    readonly open_today_bal: string
  }
  const lines = async (): Promise<Line[]> => {
    const first = await jsonOf(address.cash())
    expect(first.meta).toMatchObject({ count: first.data.length, 'total-pages': 1 })
    return first.data
  }

  test('its close on Wednesdays is the Federal Reserve’s level', async () => {
    const levels = await fred('WDTGAL')
    const closes = new Map(
      (await lines())
        .filter(({ account_type }) => /^Federal Reserve Account$|\(TGA\)$|Closing Balance$/.test(account_type))
        .map((line) => [line.record_date, Number(line.close_today_bal === 'null' ? line.open_today_bal : line.close_today_bal)]),
    )
    const common = [...levels].filter(([date]) => closes.has(date))
    expect(common.length).toBeGreaterThan(490)
    for (const [date, level] of common) expect(closes.get(date), date).toBe(level)
    for (const date of closes.keys()) expect(weekday(dayNumber(date)!), date).toBeLessThan(6)
  })

  test('opening, deposits and withdrawals make the close, and the close opens the next day', async () => {
    const days = new Map<string, Line[]>()
    for (const line of (await lines()).filter(({ record_date }) => record_date >= '2022-04-18'))
      days.set(line.record_date, [...(days.get(line.record_date) ?? []), line])
    let before: number | null = null
    for (const [date, four] of days) {
      const [open, deposits, withdrawals, close] = four.map(({ open_today_bal }) => Number(open_today_bal)) as [
        number,
        number,
        number,
        number,
      ]
      expect(open + deposits - withdrawals, date).toBe(close)
      if (before !== null) expect(open, date).toBe(before)
      before = close
    }
  })

  test('comes in pages', async () => {
    const page = (n: number) => jsonOf(address.cash(n, '&filter=record_date:gte:2026-11-02').replace('10000', '30'))
    const [one, two] = [await page(1), await page(2)]
    expect([one.data.length, one.meta['total-pages'], one.links.next]).toEqual([30, 2, '&page%5Bnumber%5D=2&page%5Bsize%5D=30'])
    expect([two.data.length, two.links.next, two.meta['total-count']]).toEqual([
      one.meta['total-count'] - 30,
      null,
      one.meta['total-count'],
    ])
  })
})

describe('the ECB', () => {
  test('its dollar is New York’s within a few tenths of a percent; crosses agree', async () => {
    const [ecbDollar, yen, fedDollar, fedYen] = [await exr('USD'), await exr('JPY'), await fred('DEXUSEU'), await fred('DEXJPUS')]
    const common = [...ecbDollar].filter(([date]) => fedDollar.has(date))
    expect(common.length).toBeGreaterThan(2_300)
    for (const [date, value] of common) {
      expect(Math.abs(value / fedDollar.get(date)! - 1), date).toBeLessThan(0.005)
      expect(Math.abs(yen.get(date)! / (value * fedYen.get(date)!) - 1), date).toBeLessThan(0.001)
    }
  })

  test('quotes on TARGET days only', async () => {
    for (const date of (await exr('CHF')).keys()) expect(isBusinessDay(dayNumber(date)!, 'target'), date).toBe(true)
    const dates = await exr('USD')
    for (const closed of ['2026-04-03', '2026-04-06', '2026-05-01', '2025-12-25', '2025-12-26', '2026-01-01'])
      expect(dates.has(closed)).toBe(false)
    for (const open of ['2026-07-03', '2025-12-24', '2022-05-02', '2026-11-11']) expect(dates.has(open), open).toBe(true)
  })

  test('a key rate stands from its decision on, under the day it takes effect', async () => {
    const lines = async (at: number) =>
      (await textOf(address.ecb('FM/B.U2.EUR.4F.KR.DFR.LEV'), at))
        .trimEnd()
        .split('\r\n')
        .slice(1)
        .map((line) => line.split(',')[8]!)
    const effective = (await lines(now)).at(-1)!
    const decided = Date.parse(`${isoDay(dayNumber(effective)! - 6)}T13:30:00Z`)
    expect(await lines(decided)).toContain(effective)
    expect(await lines(decided - 3 * 3_600_000)).not.toContain(effective)
  })

  test('has no series that is not there', async () => {
    await expect(ask(address.ecb('EXR/D.QQQ.EUR.SP00.A'))).rejects.toMatchObject({ name: 'NotFoundError' })
  })

  test.skipIf(!recorded)(`has the columns of recorded bytes${recorded ? '' : ` (skipped: no folder ${folder})`}`, async () => {
    const [ours, rates] = [
      await textOf(address.ecb('EXR/D.USD.EUR.SP00.A')),
      await textOf(address.ecb('FM/B.U2.EUR.4F.KR.DFR.LEV')),
    ]
    const real = readFileSync(`${folder}/ecb/EXR_D_6ccy_2026-09-28_2026-10-01.csv`, 'utf8')
    const realRates = readFileSync(`${folder}/ecb/FM_B_U2_EUR_4F_KR_DFR_LEV_2015-2026.csv`, 'utf8')
    expect(ours.split('\n')[0]).toBe(real.split('\n')[0])
    expect(rates.split('\r\n')[0]).toBe(realRates.split('\r\n')[0])
    const blank = (line: string) => cellsOf(line)!.map((cell, i) => (i === 6 || i === 7 || i === 8 || i === 9 ? '' : cell))
    const dollar = real.split('\n').find((line) => line.includes('D.USD'))!
    expect(blank(ours.split('\n')[1]!)).toEqual(blank(dollar))
    expect(blank(rates.split('\r\n')[1]!)).toEqual(blank(realRates.split('\r\n')[1]!))
  })
})

test('ALFRED shows in a column what FRED answers as of its day', async () => {
  const text = await textOf(address.alfred('id=PAYEMS,PAYEMS&vintage_date=2025-03-31,2025-11-30'))
  const lines = text
    .trimEnd()
    .split('\n')
    .map((line) => line.split(','))
  expect(lines[0]).toEqual(['observation_date', 'PAYEMS_20250331', 'PAYEMS_20251130'])
  for (const [column, day] of [
    [1, '2025-03-31'],
    [2, '2025-11-30'],
  ] as const) {
    const asked = await jsonOf(address.observations('PAYEMS', `&realtime_start=${day}&realtime_end=${day}`))
    expect(lines.slice(1).flatMap((cells) => (cells[column] === '' ? [] : [[cells[0], cells[column]]]))).toEqual(
      asked.observations.map(({ date, value }: { date: string; value: string }) => [date, value]),
    )
  }
  // held back by the closed government
  expect(lines.find(([date]) => date === '2025-09-01')![2]).not.toBe('')
  expect(lines.find(([date]) => date === '2025-10-01')).toBeUndefined()
})
