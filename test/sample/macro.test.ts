import { describe, expect, test } from 'vitest'
import { dayNumber, isoDay, weekday } from '../../pipeline/time/day.ts'
import { address, now, valuesOf } from './answers.ts'

const fred = (key: string) => valuesOf(address.observations(key), key)
const exr = (code: string) => valuesOf(address.ecb(`EXR/D.${code}.EUR.SP00.A`), `ecb.EXR.${code}`)

test.each([
  ['BC_1MONTH', 'DGS1MO'],
  ['BC_3MONTH', 'DGS3MO'],
  ['BC_2YEAR', 'DGS2'],
  ['BC_5YEAR', 'DGS5'],
  ['BC_10YEAR', 'DGS10'],
  ['BC_30YEAR', 'DGS30'],
])('%s of the Treasury is %s of FRED, on the same days', async (tenor, key) => {
  const years = Array.from({ length: 10 }, (_, i) => String(2017 + i))
  const par = await Promise.all(years.map((year) => valuesOf(address.parCurve(year), `treasury.${tenor}`)))
  expect(par.flatMap((year) => [...year])).toEqual([...(await fred(key))].filter(([date]) => date >= '2017'))
})

test('the close of the Treasury’s account on Wednesdays is the Federal Reserve’s level', async () => {
  const levels = await fred('WDTGAL')
  const closes = await valuesOf(address.cash(), 'fiscaldata.TGA')
  const common = [...levels].filter(([date]) => closes.has(date))
  expect(common.length).toBeGreaterThan(490)
  for (const [date, level] of common) expect(closes.get(date), date).toBe(level)
  for (const date of closes.keys()) expect(weekday(dayNumber(date)!), date).toBeLessThan(6)
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

  test('a key rate has the day it takes effect, and is not known before', async () => {
    const days = async (at: number) => [...(await valuesOf(address.ecb('FM/B.U2.EUR.4F.KR.DFR.LEV'), 'ecb.DFR', at)).keys()]
    const effective = (await days(now)).at(-1)!
    const at = Date.parse(`${isoDay(dayNumber(effective)!)}T13:30:00Z`)
    expect(await days(at)).toContain(effective)
    expect(await days(at - 86_400_000)).not.toContain(effective)
  })
})

test('Treasuries of H.4.1 are what the account of the Federal Reserve comes to', async () => {
  const levels = await fred('TREAST')
  const kinds = ['bills', 'notesbonds', 'tips', 'tipsInflationCompensation', 'frn']
  const held = await Promise.all(
    kinds.map((kind) => valuesOf('https://markets.newyorkfed.org/api/soma/summary.json', `nyfed.soma.${kind}`)),
  )
  expect(held[0]!.size).toBeGreaterThan(0)
  for (const day of held[0]!.keys()) {
    const dollars = held.reduce((sum, values) => sum + values.get(day)!, 0)
    expect(levels.get(day), day).toBe(Math.round(dollars / 1e6))
  }
})
