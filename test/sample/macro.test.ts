import { describe, expect, test } from 'vitest'
import { dayNumber, isoDay, weekday } from '../../pipeline/calendar/day.ts'
import { cellsOf } from '../../pipeline/feeds/csv.ts'
import { xmlRecords } from '../../pipeline/feeds/xml-records.ts'
import { address, ask, jsonOf, now, textOf } from './answers.ts'

const years = Array.from({ length: 10 }, (_, i) => String(2017 + i))

/** Date and value of a FRED series, holidays left out. */
const fred = async (key: string): Promise<Map<string, number>> =>
  new Map(
    (await jsonOf(address.observations(key))).observations
      .filter(({ value }: { value: string }) => value !== '.')
      .map(({ date, value }: { date: string; value: string }) => [date, Number(value)]),
  )

const curves = async () =>
  (
    await Promise.all(
      years.map(async (year) => {
        const text = await textOf(address.parCurve(year))
        return xmlRecords(text, 'test', { root: 'feed', record: 'm:properties' }).records
      }),
    )
  ).flat()
const dateOf = (curve: ReadonlyMap<string, string>): string => curve.get('d:NEW_DATE')!.slice(0, 10)

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
      const par = all.map((curve) => [dateOf(curve), Number(curve.get(`d:${tenor}`))] as const)
      expect(par).toEqual([...yields].filter(([date]) => date >= '2017'))
    }
  })
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
