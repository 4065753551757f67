import { describe, expect, test } from 'vitest'
import { briefingRows } from '../../data/briefings.ts'
import { RegimeHistory } from '../../pipeline/analysis/regime/regime.ts'
import { bitcoinPairMetrics } from '../../pipeline/briefings/cross/cross.correlations.ts'
import { briefingDefinitions } from '../../pipeline/briefings/index.ts'
import type { Day, MeasureDefinition } from '../../pipeline/days/day.ts'
import { dayNumber } from '../../pipeline/time/day.ts'
import { signalsOf } from './figures-of.ts'

const asOf = dayNumber('2026-07-23')!

describe('the metrics that decide a state are those it is judged by', () => {
  test.each(briefingDefinitions.map((briefer) => [briefer.id, briefer] as const))('%s', (_, briefer) => {
    // its inputs are those that speak on the day
    if (briefer.id === 'cross.regime') return
    const row = briefingRows.find(({ id }) => id === briefer.id)!
    // filed totals are not metrics, and some of bitcoin's partners may be missing
    const own = { 'btc.treasury': [], 'cross.correlations': ['bitcoin-price'] } as Readonly<Record<string, readonly string[]>>
    const reads = own[briefer.id] ?? briefer.state.reads
    for (const metric of reads) expect(row.metrics).toContain(metric)
    // everything a state may hang on is asked for, whichever way the signals point
    const asked = new Set<string>()
    const deciders = new Set<string>()
    for (const isThere of [true, false])
      for (const direction of ['bullish', 'bearish', 'neutral'] as const) {
        const day = {
          asOf,
          signalRuns: (metric: string) => {
            asked.add(metric)
            return isThere || metric !== reads[0] ? signalsOf(asOf, [direction]) : null
          },
          figures: ({ metrics }: MeasureDefinition) => {
            for (const metric of metrics) asked.add(metric)
            return null
          },
          column: () => (isThere ? {} : null),
          rows: () => [],
          pastRows: () => [],
          companies: () => [],
          regimes: () => new RegimeHistory(() => null, 0),
        } as unknown as Day
        briefer.state.label(day)
        for (const metric of briefer.state.inputs(day)) deciders.add(metric)
      }
    const partners = briefer.id === 'cross.correlations' ? bitcoinPairMetrics : []
    expect([...deciders].sort()).toEqual([...reads].sort())
    expect([...asked].sort()).toEqual([...new Set([...deciders, ...partners])].sort())
  })
})
