import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Fact } from '../../../pipeline/filings/fact.ts'
import truth from '../../truth/treasuries.json' with { type: 'json' }
import { priceAt, type RecordedReport, readReport, recordedReport } from './recorded.ts'

const reports = truth.filings.filter(({ form }) => /^10-[QK]/.test(form))
/** Mutations of all reports together; more under torture. */
const runs = process.env['TORTURE'] === '1' ? 2_000 : 20

const matters = /^dei:|:Assets$|NumberOf.*(?:Units|Bitcoin)|Bitcoins?(?:Held|Value)|FairValueOfBitcoin|CryptoAssetFairValue/u

type Mutation = readonly [kind: 'drop' | 'double' | 'scale' | 'swap', at: number, other: number]

/** The facts with some dropped, doubled with another value, a thousand times too large or small, or with the contexts of two swapped. */
function mutated(facts: readonly Fact[], mutations: readonly Mutation[]): Fact[] {
  const result = [...facts]
  const places = facts.flatMap(({ concept }, index) => (matters.test(concept) ? index : []))
  const place = (at: number) => places[at % places.length] ?? 0
  for (const [kind, at, with_] of mutations) {
    const [here, there] = [place(at), place(with_)]
    const [own, other] = [result[here], result[there]]
    if (own === undefined || other === undefined) continue
    if (kind === 'swap') {
      result[here] = { ...own, context: other.context }
      result[there] = { ...other, context: own.context }
    } else if (kind === 'double') result.push(times(own, 10))
    else if (kind === 'scale') result[here] = times(own, at % 2 === 0 ? 1_000 : 0.001)
    else result[here] = { ...own, value: null, number: null }
  }
  return result
}

function times(fact: Fact, factor: number): Fact {
  const number = fact.number === null ? null : fact.number * factor
  return number === null ? fact : { ...fact, number, value: String(number), shown: String(number) }
}

const mutation = fc.tuple(fc.constantFrom('drop', 'double', 'scale', 'swap'), fc.nat(10_000), fc.nat(10_000))

describe('reports with facts dropped, doubled, rescaled and contexts swapped', () => {
  const read = new Map<string, RecordedReport>()
  const reportOf = (file: string) => {
    const known = read.get(file) ?? recordedReport(file)
    read.set(file, known)
    return known
  }

  test('none ends the reading; a count served is the true one, and times the price it is a value the filing has', () => {
    const check = fc.property(
      fc.constantFrom(...reports),
      fc.array(mutation, { minLength: 1, maxLength: 40 }),
      ({ file, values }, mutations) => {
        const report = reportOf(file)
        const facts = mutated(report.facts, mutations)
        const { count, report: found } = readReport({ ...report, facts })
        if (count?.status !== 'served') {
          expect(found?.btc ?? null).toBeNull()
          return
        }
        const made = Number(count.value) * (priceAt(count.asOf) ?? Number.NaN)
        const near = (amount: number) => Math.abs(made / amount - 1) <= 0.02
        const tagged = facts.some(({ number, context }) => number !== null && context.end === count.asOf && near(number))
        const printed = report.spans.some(({ text }) => near(1_000 * Number(text.replace(/[$,\s]/g, ''))))
        const atCost = count.check.some(({ name, passed }) => name === 'price' && passed)
        expect(tagged || printed || atCost).toBe(true)
        expect(count.value).toBe((values as { btc_count: { value: string } }).btc_count.value)
      },
    )
    fc.assert(check, { numRuns: runs })
  })
})
