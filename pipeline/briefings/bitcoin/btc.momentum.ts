import type { HysteresisSide } from '../../analysis/hysteresis.ts'
import { unknown } from '../../days/day.ts'
import type { Section } from '../../documents/briefing.ts'
import type { Reading } from '../../documents/reading.ts'
import { figure } from '../../values/amounts.ts'
import { indexAtOrBefore } from '../../values/column.ts'
import { averageSection, bitcoinAverage, momentumFacts, percentFromAverage } from '../average.ts'
import type { BriefingDefinition } from '../briefer.ts'
import { measureOf } from '../states/level.ts'
import { foldSideUntil } from '../states/rule.ts'
import { signalSideOn, signalsState } from '../states/signals.ts'
import { table } from '../table.ts'

/** Percent that the price is away from its 200-day average. */
const distance = measureOf(['btc-price-200d-ma', 'bitcoin-price'], ([average, price], i) =>
  percentFromAverage(price!.value[indexAtOrBefore(price!, average!.period[i]!)]!, average!.value[i]!),
)

/** Percent beyond the 200-day average at which the price is on its other side: closer than that it stays on the one it was on. */
const sideAt = 2

/** The label by the side of the average the price is on, and the signal of the price. */
function labelOf(side: HysteresisSide, price: HysteresisSide): string {
  if (side > 0) return price < 0 ? 'pulling back' : 'uptrend'
  return price > 0 ? 'recovering' : 'downtrend'
}
const aboveAverage = ['uptrend', 'pulling back']

/** How the price moves. */
export const btcMomentum: BriefingDefinition = {
  id: 'btc.momentum',
  state: signalsState({
    labels: [...aboveAverage, 'recovering', 'downtrend'],
    words:
      'by the side of its 200-day average that bitcoin is on, which changes where the price is 2% beyond it, and by the signal of bitcoin: `uptrend` above and not bearish, `pulling back` above and bearish, `recovering` below and bullish, `downtrend` below and not bullish',
    inputs: () => ['bitcoin-price', 'btc-price-200d-ma'],
    reads: ['bitcoin-price', 'btc-price-200d-ma'],
    voters: ['bitcoin-price'],
    label: (day) => {
      const price = signalSideOn(day, 'bitcoin-price')
      const side = foldSideUntil(day, [distance], (before, [percent]) => {
        if (Number.isNaN(percent!)) return null
        return before !== 0 && Math.abs(percent!) < sideAt ? before : percent! < 0 ? -1 : 1
      })
      return price === null || side === null ? unknown : labelOf(side, price)
    },
    decide: (ways, standing) => {
      const price = ways.get('bitcoin-price')
      return price === undefined ? unknown : labelOf(aboveAverage.includes(standing) ? 1 : -1, price)
    },
  }),
  tell: (day) => ({
    nothing: 'No bitcoin price is on record for this day.',
    facts: momentumFacts(day, bitcoinAverage),
    // the price is in the first fact
    ranked: ['dollar-index'],
    sections: [...paces(day.reading('bitcoin-price')), ...averageSection(day, bitcoinAverage)],
    notes: [],
  }),
}

/** The windows of the price side by side. */
const paces = (price: Reading | null): Section[] =>
  table('windows', 'Momentum by window', {
    note: price && paceNote(price),
    columns: { window: 'Window', from: 'From', change: 'Change | percent', strength: 'Strength' },
    rows: (['7d', '30d', '90d'] as const).flatMap((window) => {
      const { from, change = null, strength = null } = price?.trend[window] ?? {}
      return from && change !== null ? [{ window, from: from.period, change, strength }] : []
    }),
  })

/** `The last week (+4%) ran against the 30-day fall (-2.4%).` Null where one of the two windows is missing. */
function paceNote({ momentum: pace, trend }: Reading): string | null {
  const [week, month] = [trend['7d']?.change ?? null, trend['30d']?.change ?? null]
  if (pace === null || week === null || month === null) return null
  const [short, long] = [week, month].map((change) => `${change > 0 ? '+' : ''}${figure(change, 1)}%`)
  const way = month < 0 ? 'fall' : 'rise'
  if (pace.state === 'reversing') return `The last week (${short}) ran against the 30-day ${way} (${long}).`
  const compared = { accelerating: 'faster than', decelerating: 'slower than', steady: 'much the same as' }[pace.state]
  return `The pace of the last week (${short}) is ${compared} that of 30 days (${long}).`
}
