import { expect, test } from 'vitest'
import { btcFull } from '../../../pipeline/briefings/bitcoin/btc.full.ts'
import { btcMomentum } from '../../../pipeline/briefings/bitcoin/btc.momentum.ts'
import { macroLiquidity } from '../../../pipeline/briefings/macro/macro.liquidity.ts'
import { day } from '../../analysis/columns.ts'
import { versionsOf, viewOf } from '../commodity-days.ts'

const last = day('2026-07-15')
/** Bitcoin at 100,000 up to 40 days ago, then at 66,000 until a week ago, and 69,300 since. */
const prices = versionsOf(
  'btc.PriceUSD',
  'USD',
  Array.from({ length: 400 }, (_, i) => {
    const back = 399 - i
    return [last - back, back > 29 ? 100_000 : back > 6 ? 66_000 : 69_300] as const
  }),
)

test('the full briefing has the price of bitcoin, its week and its distance from the high', () => {
  const { facts } = btcFull.tell(viewOf('2026-07-16', prices))
  expect(facts!.map(({ text }) => text)).toEqual([
    'Bitcoin was at $69,300 on 15 July, up 5% in a week, 30.7% below its highest close.',
  ])
})

test('momentum says in words how the week ran against the month', () => {
  const view = viewOf('2026-07-16', prices)
  const windows = btcMomentum.tell(view).sections.find(({ id }) => id === 'windows')!
  expect(windows.note).toBe('The last week (+5%) ran against the 30-day fall (-30.7%).')
})

test('net liquidity is named with the part that moved it most', () => {
  const wednesdays = (series: string, unit: string, now: number, before: number) =>
    versionsOf(
      series,
      unit,
      Array.from({ length: 60 }, (_, i) => [last - 7 * (59 - i), i > 56 ? now : before] as const),
      1,
    )
  const view = viewOf(
    '2026-07-16',
    wednesdays('WALCL', 'USD mn', 6_740_000, 6_730_000),
    wednesdays('WDTGAL', 'USD mn', 750_000, 875_000),
    wednesdays('RRPONTSYD', 'USD bn', 3, 6),
  )
  expect(macroLiquidity.tell(view).facts!.map(({ text }) => text)).toEqual([
    'Net liquidity rose $138bn in the four weeks to 15 July, to $5,987bn; the Treasury account fell $125bn.',
  ])
})
