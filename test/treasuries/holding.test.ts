import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dayNumber, isoDay } from '../../pipeline/time/day.ts'
import { adjudicate, witnessesApartByAge } from '../../pipeline/treasuries/adjudication.ts'
import { holdingCount, holdingOf } from '../../pipeline/treasuries/holding.ts'
import { asOf, company, count, witness } from './known-company.ts'

describe('the holding', () => {
  test('is the newest filed statement of the total that passed its checks', () => {
    const counts = [count(100, '2026-09-30'), count(120, '2026-11-15'), count(110, '2026-11-08')]
    expect(holdingOf(company({ counts, witnesses: [witness(500)] }), asOf)).toEqual({
      holding: { precision: 'exact', count: counts[1] },
    })
  })

  test('of one day is the one that became known last: an amendment stands', () => {
    const first = count(100, '2026-11-15')
    const known = { knownAt: '2026-11-18T13:00:00Z', accession: '0009900009-26-000001' }
    const amended = count(101, '2026-11-15', { filing: { ...first.filing, form: '8-K/A', ...known } })
    const sameTime = count(102, '2026-11-15', { filing: { ...amended.filing, accession: '0009900009-26-000002' } })
    for (const [last, ...before] of [
      [amended, first],
      [sameTime, amended, first],
    ] as const)
      for (const counts of [
        [last, ...before],
        [...before, last],
      ])
        expect(holdingOf(company({ counts }), asOf)).toMatchObject({ holding: { count: { value: last.value } } })
  })

  test('an older served count stands while a newer one is held', () => {
    const counts = [count(100, '2026-11-08'), count(999, '2026-11-15', { status: 'held' })]
    expect(holdingOf(company({ counts }), asOf)).toMatchObject({ holding: { precision: 'exact', count: { value: 100 } } })
  })

  test('a count that does not match its filing, with no other, withholds the company and shows no count', () => {
    const held = count(7_777, '2026-11-15', { status: 'held', checks: [{ name: 'price', passed: false, detail: '7777' }] })
    const found = holdingOf(company({ counts: [held], witnesses: [witness(6_666)] }), asOf)
    expect(found).toEqual({
      withheld: {
        reason:
          'The count read from the filing does not match that filing: times the average price paid, it does not equal the aggregate price stated.',
        evidence: held.filing,
      },
    })
    expect(JSON.stringify(found)).not.toMatch(/7777|6666/)
  })

  test('a third party above what the company itself said last withholds it; below, it is the estimate', () => {
    const old = count(1_000, '2025-09-30')
    expect(holdingOf(company({ counts: [old], witnesses: [witness(2_000)] }), asOf)).toMatchObject({
      withheld: { reason: expect.stringContaining('above the total the company itself reported'), evidence: old.filing },
    })
    expect(holdingOf(company({ counts: [old], witnesses: [witness(900)] }), asOf)).toMatchObject({
      holding: { precision: 'estimate', witness: { btc: 900 } },
    })
  })

  test('a count of 240 days stands, one of 241 is neither exact nor summed: the last one filed, rounded, where nobody says more', () => {
    const on = (age: number) => holdingOf(company({ counts: [count(6_591, isoDay(asOf - age))] }), asOf)
    expect(on(240)).toMatchObject({ holding: { precision: 'exact', count: { value: 6_591 } } })
    const old = on(241)
    expect(old).toMatchObject({ holding: { precision: 'last filed', newerPending: false } })
    expect(old !== null && 'holding' in old && holdingCount(old.holding)).toBe(6_590)
  })

  test('nobody says anything: nothing is known', () => {
    expect(holdingOf(company(), asOf)).toBeNull()
  })

  test('never shows what a filing was held for, whatever else is known', () => {
    const counts = fc.array(
      fc.record({ day: fc.integer({ min: asOf - 600, max: asOf }), btc: fc.integer({ min: 1, max: 999 }), held: fc.boolean() }),
      { maxLength: 6 },
    )
    fc.assert(
      fc.property(counts, fc.option(fc.integer({ min: 1, max: 999 })), (rows, other) => {
        const made = rows.map(({ day, btc, held }) => count(btc, isoDay(day), { status: held ? 'held' : 'served' }))
        const found = holdingOf(company({ counts: made, witnesses: other === null ? [] : [witness(other)] }), asOf)
        if (found === null || 'withheld' in found || found.holding.precision === 'estimate') return
        const { count: stands } = found.holding
        expect(found.holding.precision).toBe(dayNumber(stands.asOf)! >= asOf - 240 ? 'exact' : 'last filed')
        expect(stands.status).toBe('served')
        const newer = made.filter((each) => each.status === 'served' && dayNumber(each.asOf)! > dayNumber(stands.asOf)!)
        expect(newer).toEqual([])
      }),
    )
  })
})

describe('adjudication', () => {
  const filed = count(10_000, '2026-11-15')

  test('there is none where sources agree within one percent or one bitcoin', () => {
    expect(adjudicate(filed, [])).toBeNull()
    expect(adjudicate(filed, [witness(10_100)])).toBeNull()
    expect(adjudicate(count(10, '2026-11-15'), [witness(11)])).toBeNull()
  })

  test('a filing of January against a third party of July is age, and no disagreement', () => {
    const january = count(709_715, '2026-01-19')
    const july = witness(843_775, '2026-07-08')
    expect(adjudicate(january, [july])).toBeNull()
    expect(witnessesApartByAge(january, [july], [january])).toEqual(['CoinGecko'])
  })

  test('days can be compared up to 60 days, either way', () => {
    const at = (days: number) => adjudicate(filed, [witness(12_000, isoDay(dayNumber('2026-11-15')! + days))])?.verdict ?? null
    expect([-7, 0, 60, 61].map(at)).toEqual(['filing_stands', 'filing_stands', 'filing_stands', null])
  })

  test('a later filing that says what the third party says, though it waits for review, explains the difference', () => {
    const later = (btc: number, day: string) => count(btc, day, { status: 'held' })
    const verdict = (...more: ReturnType<typeof count>[]) =>
      adjudicate(filed, [witness(12_000)], [filed, ...more])?.verdict ?? null
    expect(verdict(later(12_010, '2026-11-18'))).toBeNull()
    expect(verdict(later(11_000, '2026-11-18'))).toBe('filing_stands')
    expect(verdict(later(12_010, '2026-11-20'))).toBe('filing_stands')
    // a filing of the third party's day explains the difference, one of the day of the count is not later
    expect(verdict(later(12_010, '2026-11-19'))).toBeNull()
    expect(verdict(later(12_010, '2026-11-15'))).toBe('filing_stands')
  })

  test('what agrees is no age either', () => {
    expect(witnessesApartByAge(filed, [witness(10_050, '2027-03-01')], [filed])).toEqual([])
  })

  test('tells verdict, rule, date and both readings with their links', () => {
    const found = adjudicate(filed, [witness(10_050), witness(7_500)])
    expect(found).toMatchObject({ verdict: 'filing_stands', difference_percent: -25, decided_on: '2026-11-19' })
    expect(found!.rule).toMatch(/latest total stated in a filing is accepted/)
    expect(found!.evidence).toEqual([
      expect.objectContaining({ reading: 'filed', btc: 10_000, as_of: '2026-11-15', url: filed.filing.url }),
      expect.objectContaining({ reading: 'third party', btc: 7_500, as_of: '2026-11-19', source: 'CoinGecko' }),
    ])
  })

  test('of third parties that disagree the lower count stands, as an estimate, and that is told', () => {
    const others = [witness(2_000), witness(1_500, '2026-11-19', { provider: 'strategytracker', name: 'StrategyTracker' })]
    const found = holdingOf(company({ witnesses: others }), asOf)
    expect(found).toMatchObject({
      holding: {
        precision: 'estimate',
        witness: { btc: 1_500 },
        adjudication: { verdict: 'lower_stands', difference_percent: 33.33, evidence: [{ btc: 1_500 }, { btc: 2_000 }] },
      },
    })
    expect(holdingOf(company({ witnesses: [witness(2_000), witness(1_990)] }), asOf)).toMatchObject({
      holding: { witness: { btc: 2_000 }, adjudication: null },
    })
  })
})
