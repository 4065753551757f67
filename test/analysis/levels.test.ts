import fc from 'fast-check'
import { expect, test } from 'vitest'
import { metricRows } from '../../data/metrics.ts'
import { nearLevel } from '../../pipeline/documents/near-level.ts'
import { turnLevelText } from '../../pipeline/values/amounts.ts'
import texts from './levels.json' with { type: 'json' }

const scales: Readonly<Record<string, number>> = { mn: 1e6, bn: 1e9, million: 1e6, trillion: 1e12 }
const counted: Readonly<Record<string, number>> = { 'USD mn': 1e6, 'USD bn': 1e9, 'thousand persons': 1e3 }

/** The value that a text states, in the unit of its metric. */
function stated(text: string, unit: string): number {
  if (text === 'zero') return 0
  const [, minus, digits, rest] = /(-?)\$?([\d,.]+)(.*)$/.exec(text)!
  const value = Number(digits!.replaceAll(',', '')) * (minus === '-' ? -1 : 1)
  if (rest === ' bp') return value / 100
  const scale = /^mn bbl/.test(unit) ? 1 : (scales[/^ ?(mn|bn|million|trillion)\b/.exec(rest!)?.[1] ?? ''] ?? 1)
  return (value * scale) / (counted[unit] ?? 1)
}

/** The last place printed, of units whose values are large. */
const places: Readonly<Record<string, number>> = {
  contracts: 1,
  persons: 1,
  'thousand persons': 1,
  bcf: 1,
  'mn bbl': 0.1,
  'sat/TH/day': 0.1,
}

const levels = fc.record({
  row: fc.constantFrom(...metricRows),
  side: fc.constantFrom('above' as const, 'below' as const),
  value: fc
    .tuple(fc.double({ min: 1, max: 10, noNaN: true }), fc.integer({ min: -2, max: 7 }), fc.constantFrom(1, -1))
    .map(([digits, power, sign]) => Number((sign * digits * 10 ** power).toPrecision(10))),
})

test('a level as printed turns the signal too, is near the level, and is a value the metric can have', () => {
  fc.assert(
    fc.property(levels, ({ row: { metric, unit, step = 0 }, side, value }) => {
      fc.pre(nearLevel(value) === null)
      const text = turnLevelText(metric, { side, value }, unit)
      const printed = stated(text, unit)
      const beyond = side === 'above' ? printed - value : value - printed
      const noise = 1e-11 * Math.abs(value)
      expect(beyond, `${metric} ${value} ${text}`).toBeGreaterThanOrEqual(-noise)
      expect(beyond, `${metric} ${value} ${text}`).toBeLessThanOrEqual(
        Math.max(step, places[unit] ?? 0.01, 0.01 * Math.abs(value)) + noise,
      )
      if (step > 0 && unit !== 'USD mn') expect(Math.abs(printed / step - Math.round(printed / step)), text).toBeLessThan(1e-6)
    }),
    { numRuns: 3_000 },
  )
})

test.each(texts as [string, string, 'above' | 'below', number, string][])(
  '%s (%s) %s %d: %s',
  (metric, unit, side, value, text) => expect(turnLevelText(metric, { side, value }, unit)).toBe(text),
)
