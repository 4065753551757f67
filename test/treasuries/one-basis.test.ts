import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { companies, type Split } from '../../data/companies.ts'
import { dayNumber, isoDay } from '../../pipeline/time/day.ts'
import { sharesOnBasis } from '../../pipeline/treasuries/mnav.ts'

const day = (iso: string): number => dayNumber(iso)!
const basis = (ticker: string, counted: Parameters<typeof sharesOnBasis>[1], session: string) =>
  sharesOnBasis(companies.find((company) => company.ticker === ticker)!.splits, counted, day(session))

describe('a count of shares on the basis of a close', () => {
  // The cover of the 10-Q for 2024-03-31: 15,773,406 of class A and 1,964,025 of class B on 2024-04-24; 10 for 1 from 2024-08-08 on.
  const cover = [
    { shares: 15_773_406, asOf: '2024-04-24' },
    { shares: 1_964_025, asOf: '2024-04-24' },
  ]
  test('sums the classes as they are where no split lies between', () => {
    expect(basis('MSTR', cover, '2024-08-07')).toEqual({ total: 17_737_431, asOf: '2024-04-24', applied: [] })
  })
  test('puts a later split into the count', () => {
    expect(basis('MSTR', cover, '2024-08-08')).toMatchObject({ total: 177_374_310, applied: [{ day: '2024-08-08', ratio: 10 }] })
  })
  test('takes one out again for a close from before it', () => {
    expect(basis('MSTR', [{ shares: 177_374_310, asOf: '2024-08-09' }], '2024-08-07').total).toBe(17_737_431)
  })
  test('Tokyo: shares trade at the new price two sessions before they are counted anew', () => {
    const old = [{ shares: 40_000_000, asOf: '2025-03-31' }]
    expect(basis('3350', old, '2025-03-27').total).toBe(40_000_000)
    expect(basis('3350', old, '2025-03-28').total).toBe(400_000_000)
    expect(basis('3350', [{ shares: 400_000_000, asOf: '2025-04-01' }], '2025-03-28').total).toBe(400_000_000)
  })
  test('two splits multiply, and a consolidation divides', () => {
    expect(basis('TSLA', [{ shares: 100, asOf: '2020-07-20' }], '2022-08-25').total).toBe(1_500)
    expect(basis('3350', [{ shares: 1_000, asOf: '2024-07-01' }], '2024-07-30').total).toBe(100)
  })
  test('a company without splits, and a cover without counts', () => {
    expect(basis('NAKA', [{ shares: 439_850_889, asOf: '2025-11-14' }], '2026-02-05').total).toBe(439_850_889)
    expect(basis('NAKA', [], '2026-02-05')).toEqual({ total: 0, asOf: '', applied: [] })
  })
})

test('a split leaves market value as it was: price and count move together', () => {
  const ratio = fc.constantFrom(0.05, 0.1, 0.5, 2, 3, 10, 20)
  fc.assert(
    fc.property(
      fc.integer({ min: 18_000, max: 20_000 }),
      fc.nat(3),
      ratio,
      fc.integer({ min: -10, max: 10 }),
      (at, lead, by, off) => {
        const split: Split = { day: isoDay(at), session: isoDay(at - lead), ratio: by, source: 'planted' }
        const counted = at + off
        const shares = 1_000_000 * (counted >= at ? by : 1)
        const value = (session: number) =>
          sharesOnBasis([split], [{ shares, asOf: isoDay(counted) }], session).total * (session >= at - lead ? 10 / by : 10)
        for (const session of [at - lead - 1, at - lead, at, at + 1]) expect(value(session)).toBeCloseTo(10_000_000, 4)
      },
    ),
    { seed: 1, numRuns: 200 },
  )
})
