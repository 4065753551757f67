import { describe, expect, test } from 'vitest'
import strategy from './strategy-8k.json' with { type: 'json' }
import { type Check, type Counted, cases, millionths, type Node, objectsIn, sum, truth } from './treasuries.ts'

interface Leaf {
  readonly value?: string | null
  readonly why?: string
  readonly how?: string
  readonly written?: string
  readonly scale?: number
  readonly quote?: string
  readonly sum_of?: readonly string[]
  readonly product_of?: readonly [string, string]
}
const offPercent = ({ count, price, value }: Check) => Math.abs(Number(value) / Number(count) / Number(price) - 1) * 100

describe('the golden set of treasury filings', () => {
  test.each(cases)('%s: values are as written, sums and products are exact', (_, filing) => {
    for (const leaf of objectsIn(filing.values) as Iterable<Leaf>) {
      if (leaf.value === null) expect(leaf.why).toBeTruthy()
      if (leaf.quote) expect(leaf.quote.length).toBeLessThanOrEqual(200)
      if (typeof leaf.value !== 'string') continue
      expect(leaf.quote ?? leaf.how).toBeTruthy()
      const value = millionths(leaf.value)
      if (leaf.written) {
        const figure = /^[\d,.]+$/.test(leaf.written) ? leaf.written.replaceAll(',', '') : '0'
        expect(leaf.quote).toContain(leaf.written)
        expect(value).toBe(millionths(figure) * BigInt(leaf.scale!))
      }
      if (leaf.sum_of) expect(value).toBe(sum(leaf.sum_of))
      if (leaf.product_of) expect(value * 1_000_000n).toBe(millionths(leaf.product_of[0]) * millionths(leaf.product_of[1]))
    }
    expect(filing.traps.every(({ kind, wrong, why }) => kind && wrong && why)).toBe(true)
  })

  test.each(cases)('%s: instruments and maturities add up to the debt', (_, filing) => {
    const debt = filing.values['debt'] as Node | undefined
    const total = (debt?.['total'] as Node | undefined)?.['value']
    if (typeof total !== 'string') return
    const instruments = debt?.['instruments'] as { value: string; basis?: string }[]
    if (!instruments.some(({ basis }) => basis === 'book'))
      expect(sum(instruments.map(({ value }) => value))).toBe(millionths(total))
    const maturities = debt?.['maturities'] as { principal_only: boolean; rows: { value: string }[] } | null
    if (maturities) expect(sum(maturities.rows.map(({ value }) => value)) === millionths(total)).toBe(maturities.principal_only)
  })

  test('count x price is the value, within 1%', () => {
    const checks = [...truth.filings, ...truth.companyfacts].flatMap(({ check }) => (check ? [check as Check] : []))
    expect(checks.length).toBeGreaterThanOrEqual(25)
    for (const check of checks) {
      expect(offPercent(check)).toBeLessThan(1)
      expect(offPercent(check)).toBeCloseTo(Math.abs(Number(check.off_percent)), 2)
      expect(Number(check.implied_price)).toBeCloseTo(Number(check.value) / Number(check.count), 1)
    }
  })

  test('the Strategy series is that of the other reading of the same documents', () => {
    const counts = (rows: readonly Counted[]) =>
      new Map(rows.map(({ accession, as_of, count }) => [accession, `${count} ${as_of}`]))
    const other = counts(strategy.documents)
    const mine = counts(truth.strategy_series.counts)
    for (const [accession, reading] of mine) if (accession && other.has(accession)) expect(reading).toBe(other.get(accession))
    expect(truth.strategy_series.counts.filter(({ count }) => count)).toHaveLength(
      strategy.documents.filter(({ count }) => count).length,
    )
    expect(truth.strategy_series.counts).toHaveLength(strategy.documents.length)
  })

  test('the Strategy series is in order and adds up wherever no update between is missing', () => {
    const counted = truth.strategy_series.counts.filter(({ count }) => count)
    const gaps = new Set(truth.strategy_series.gaps.map(({ after }) => after))
    expect(counted.map(({ as_of }) => as_of)).toEqual(counted.map(({ as_of }) => as_of).sort())
    for (const [at, { as_of, count }] of counted.slice(0, -1).entries()) {
      const next = counted[at + 1]!
      if (!gaps.has(as_of!)) expect(sum([count!, next.acquired!])).toBe(millionths(next.count!))
    }
  })
})
