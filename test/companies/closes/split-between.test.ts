import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { CoverShareCount } from '../../../pipeline/companies/figures/cover.ts'
import { type CloseHistory, marketValueAt, type ShareCloses } from '../../../pipeline/companies/market-value.ts'

const ratios = [3 / 2, 5 / 4, 2, 10, 1 / 30, 1 / 18, 7] as const
const [counted, last] = [20_000, 20_120]

/** Closes as traded of a line whose shares are split, or not, in the middle; moves of a day are within five percent. */
function lineOf(
  moves: readonly number[],
  split: { readonly session: number; readonly ratio: number } | null,
): CloseHistory['column'] {
  const period = Int32Array.from({ length: last - counted + 61 }, (_, at) => counted - 60 + at)
  let price = 100
  const value = Float64Array.from(period, (day, at) => {
    price *= 1 + moves[at % moves.length]!
    if (day === split?.session) price /= split.ratio
    return price
  })
  return { period, value, unit: 'USD' }
}

const aSplit = fc.option(
  fc.record({ session: fc.integer({ min: counted - 50, max: last }), ratio: fc.constantFrom(...ratios) }),
  { nil: null },
)
const aCase = fc.record({
  moves: fc.array(fc.double({ min: -0.05, max: 0.05, noNaN: true }), { minLength: 7, maxLength: 60 }),
  splits: fc.tuple(aSplit, aSplit),
  both: fc.boolean(),
  byClass: fc.boolean(),
  isListed: fc.boolean(),
  filedAfter: fc.integer({ min: 0, max: 40 }),
  isRestated: fc.boolean(),
  isDeclared: fc.boolean(),
  growth: fc.double({ min: -0.03, max: 0.03, noNaN: true }),
})

test('a split between the count and the close gives the market value or none', () => {
  const seen = { served: 0, withheld: 0 }
  fc.assert(
    fc.property(aCase, ({ moves, splits: [one, two], both, byClass, isListed, filedAfter, isRestated, isDeclared, growth }) => {
      // classes that are split together have one line of splits
      const split = { A: one, B: both || !isListed ? one : two }
      const known = counted + filedAfter
      /** Shares that the cover counts, and those of the last session, of 1,000 on the day of the count. */
      const stated = (name: 'A' | 'B') => {
        const own = split[name]
        const isIn = own !== null && own.session > counted && own.session <= known && isRestated
        return 1_000 * (isIn ? own.ratio : 1)
      }
      const outstanding = (name: 'A' | 'B') => {
        const own = split[name]
        return 1_000 * (own !== null && own.session > counted ? own.ratio : 1)
      }
      const column = { A: lineOf(moves, split.A), B: lineOf(moves.toReversed(), split.B) }
      const line = (name: 'A' | 'B'): CloseHistory => ({
        column: column[name],
        splits: isDeclared && split[name] ? [split[name]] : [],
      })
      const close = (name: 'A' | 'B') => column[name].value.at(-1)!
      const ofB = isListed ? close('B') : close('A')
      const truth = byClass ? outstanding('A') * close('A') + outstanding('B') * ofB : outstanding('A') * close('A')
      const classOf = (name: 'A' | 'B', ticker: string | null) => ({
        class: `Class ${name}`,
        shares: String(stated(name)),
        ticker,
      })
      const cover = {
        ...{ to: counted, known, value: byClass ? stated('A') + stated('B') : stated('A') },
        before: (byClass ? 2_000 : 1_000) / (1 + growth),
        ...(byClass && { classes: [classOf('A', 'A'), classOf('B', isListed ? 'B' : null)] }),
      } as unknown as CoverShareCount
      const closes: ShareCloses = {
        ...line('A'),
        source: { name: 'Made up', url: null, resale: 'free' },
        classes: new Map([
          ['A', line('A')],
          ['B', line('B')],
        ]),
        splitsRead: isDeclared ? last : null,
      }
      const priced = marketValueAt(cover, closes, last, [])
      if (typeof priced === 'string') {
        seen.withheld++
        expect(priced).toMatch(/split/)
      } else {
        seen.served++
        expect(Math.abs(priced.value / truth - 1)).toBeLessThan(1e-9)
      }
    }),
    { numRuns: process.env['TORTURE'] ? 20_000 : 2_000 },
  )
  expect(seen.served).toBeGreaterThan(seen.withheld)
  process.stdout.write(`splits between count and close: ${seen.served} served, 0 wrong, ${seen.withheld} withheld\n`)
})
