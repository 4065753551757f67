import fc from 'fast-check'
import { expect, test } from 'vitest'
import { missingPart, statedPart } from '../../pipeline/companies/fact.ts'
import { markets } from '../../pipeline/companies/markets/index.ts'
import { type Statement, statementFromLines, statementLines } from '../../pipeline/companies/statement.ts'

const amount = fc.integer({ min: 0, max: 1e12 })
const name = fc.string({ minLength: 1, maxLength: 20 })
const day = fc.constantFrom('2026-03-31', '2027-06-30')
const maybe = <T>(some: fc.Arbitrary<T>) => fc.option(some, { nil: null })
const part = <T>(value: fc.Arbitrary<T>) =>
  fc.oneof(value.map(statedPart), fc.constantFrom(missingPart('not stated'), missingPart('stated twice')))

const statement: fc.Arbitrary<Statement> = fc.record({
  periodEnd: day,
  currency: fc.constantFrom('USD', 'JPY', 'KRW'),
  parts: fc.record({
    totalAssets: part(amount),
    cash: part(amount),
    debt: part(
      fc.array(fc.record({ name, principal: amount, couponPercent: maybe(amount), maturity: maybe(day), put: maybe(day) })),
    ),
    preferred: part(fc.array(fc.record({ name, shares: maybe(amount), liquidationPreference: amount }))),
    maturities: part(fc.array(fc.record({ label: name, to: maybe(day), amount }))),
    dueWithin24Months: part(amount),
    coverShares: part(fc.array(fc.record({ name, shares: amount, asOf: day }))),
  }),
})

test('a statement is its lines and nothing else: none of a kind, and why a part is not stated, among them', () => {
  fc.assert(
    fc.property(statement, fc.constantFrom(...markets), (one, { tags }) => {
      const lines = statementLines(one, tags)
      expect(lines.every(({ value, why }) => (value === null) === (why !== null))).toBe(true)
      expect(statementFromLines(one.periodEnd, one.currency, lines)).toEqual(one)
    }),
    { seed: 15, numRuns: 300 },
  )
})
