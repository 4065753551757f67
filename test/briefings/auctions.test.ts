import { describe, expect, test } from 'vitest'
import { couponMaturities } from '../../data/auctions.ts'
import { upcomingAuctions } from '../../pipeline/briefings/macro/auction-plans.ts'
import { macroAuctions } from '../../pipeline/briefings/macro/macro.auctions.ts'
import { PointInTimeDays } from '../../pipeline/days/point-in-time-days.ts'
import type { DatedRow } from '../../pipeline/tables/index.ts'
import { dayMs, dayNumber, isoDay } from '../../pipeline/time/day.ts'
import { seeded } from '../analysis/columns.ts'
import { asOf, knownOf, planned, type Sale } from './planned-auctions.ts'

/** Two years of auctions, each maturity on its own day of the month, with chance of the usual size. */
function usualSales(seed: number, shift = 0): Sale[] {
  const next = seeded(seed)
  const chance = () => next() + next() + next() - 1.5
  return Array.from({ length: 25 }, (_, month) => month).flatMap((month) =>
    couponMaturities.map((maturity, at) => {
      const isLate = month >= 23 ? shift : 0
      return {
        day: asOf - 30 * (24 - month) - 3 * at,
        maturity,
        cover: Number((2.5 + 0.1 * (chance() + isLate)).toFixed(2)),
        dealers: 12 - 2 * (chance() + isLate),
      }
    }),
  )
}

describe('auctions to come', () => {
  test('an announced auction wins over the tentative date of the same one, and over no other', () => {
    const rows = [
      planned({ auction_day: '2026-08-12' }),
      planned({ source: 'tentative', auction_day: '2026-08-11', cusip: '' }),
      planned({ source: 'tentative', auction_day: '2026-09-09', cusip: '', term: '9-Year 11-Month' }),
      planned({ source: 'tentative', auction_day: '2026-08-13', cusip: '', term: '30-Year', maturity: '30-Year' }),
      planned({ source: 'tentative', auction_day: '2026-08-12', cusip: '', kind: 'inflation-linked', maturity: null }),
    ]
    const day = new PointInTimeDays(knownOf([], rows)).day(asOf)
    expect(upcomingAuctions(day).map((row) => [row.source, row.auction_day, row.kind, row.term])).toEqual([
      ['announced', '2026-08-12', 'nominal', '10-Year'],
      ['tentative', '2026-08-12', 'inflation-linked', '10-Year'],
      ['tentative', '2026-08-13', 'nominal', '30-Year'],
      ['tentative', '2026-09-09', 'nominal', '9-Year 11-Month'],
    ])
  })
  test('a reopening has another term in the schedule, inflation-linked and floating ones too: each is there once', () => {
    const linked = { kind: 'inflation-linked', maturity: null } as const
    const rows = [
      planned({ ...linked, term: '9-Year 8-Month', auction_day: '2026-08-20' }),
      planned({ ...linked, term: '10-Year', auction_day: '2026-08-20', source: 'tentative', cusip: '' }),
      planned({ kind: 'floating', maturity: null, term: '1-Year 11-Month', auction_day: '2026-08-26' }),
      planned({ kind: 'floating', maturity: null, term: '2-Year', auction_day: '2026-08-26', source: 'tentative', cusip: '' }),
      planned({ kind: 'bill', maturity: null, term: '13-Week', auction_day: '2026-08-10' }),
      ...['2026-08-10', '2026-08-17'].map((on) =>
        planned({ kind: 'bill', maturity: null, term: '13-Week', auction_day: on, source: 'tentative', cusip: '' }),
      ),
    ]
    const all = upcomingAuctions(new PointInTimeDays(knownOf([], rows)).day(asOf))
    expect(all.map((row) => [row.source, row.auction_day, row.kind])).toEqual([
      ['announced', '2026-08-10', 'bill'],
      ['tentative', '2026-08-17', 'bill'],
      ['announced', '2026-08-20', 'inflation-linked'],
      ['announced', '2026-08-26', 'floating'],
    ])
  })
  test('an auction sold before its tentative day is not to come, whether the list still has it or the results do', () => {
    const early = isoDay(asOf - 1)
    const tentative = planned({ source: 'tentative', auction_day: isoDay(asOf + 2), cusip: '' })
    const isOver = (rows: readonly DatedRow<'planned_auction'>[], sales: readonly Sale[] = []) =>
      upcomingAuctions(new PointInTimeDays(knownOf(sales, rows)).day(asOf)).length === 0
    expect(isOver([tentative])).toBe(false)
    expect(isOver([tentative, planned({ auction_day: early })])).toBe(true)
    expect(isOver([tentative], [{ day: asOf - 1, maturity: '10-Year', cover: 2.5, dealers: 12 }])).toBe(true)
    expect(isOver([tentative], [{ day: asOf - 1, maturity: '30-Year', cover: 2.5, dealers: 12 }])).toBe(false)
  })
  test('weekly bills of the schedule are left out of the table, and its note says so', () => {
    const rows = [
      planned({ kind: 'bill', maturity: null, term: '13-Week', auction_day: '2026-08-17', source: 'tentative', cusip: '' }),
      planned({ source: 'tentative', auction_day: '2026-08-12', cusip: '' }),
      planned({ kind: 'bill', maturity: null, term: '26-Week', auction_day: '2026-08-10' }),
    ]
    const { sections } = macroAuctions.tell(new PointInTimeDays(knownOf([], rows)).day(asOf))
    const scheduled = sections.find(({ id }) => id === 'scheduled')!
    expect(scheduled.rows.map(({ security, source }) => [security, source])).toEqual([
      ['26-Week bill', 'list of upcoming auctions'],
      ['10-Year', 'schedule of the quarter, tentative'],
    ])
    expect(scheduled.note).toContain('tentative and move')
  })
  test('what was listed later, or has gone from the list, is not to come', () => {
    const rows = [planned({ known: (asOf + 1) * dayMs }), planned({ gone: asOf * dayMs }), planned({ auction_day: '2026-07-30' })]
    expect(upcomingAuctions(new PointInTimeDays(knownOf([], rows)).day(asOf))).toEqual([])
  })
})

test('buybacks to come: bucket, limit and time, soonest first; one that is over or has gone from the schedule is not there', () => {
  const buyback = (operation_day: string, over: Partial<DatedRow<'planned_buyback'>> = {}): DatedRow<'planned_buyback'> => ({
    ...{ source: 'tentative', operation_type: 'Liquidity Support', securities: 'NOMINAL COUPONS' },
    ...{ bucket: 'Nominal Coupons 20Y to 30Y', maturity_from: '2046-08-06', maturity_to: '2056-08-05' },
    ...{ minimum: 0, maximum: 2_000_000_000, announcement_day: operation_day, operation_day, settlement_day: operation_day },
    ...{ starts: '13:40', ends: '14:00', due_at: `${operation_day}T18:00:00Z` },
    ...{ known: (asOf - 1) * dayMs, basis: 'reported', gone: null },
    ...over,
  })
  const rows = [
    buyback('2026-08-13', { bucket: 'TIPS 1Y to 10Y', maximum: 750_000_000 }),
    buyback('2026-08-05'),
    buyback('2026-07-30'),
    buyback('2026-08-06', { gone: asOf * dayMs }),
  ]
  const known = knownOf([])
  const day = new PointInTimeDays({ ...known, rows: { ...known.rows, planned_buyback: rows } }).day(asOf)
  const section = macroAuctions.tell(day).sections.find(({ id }) => id === 'buybacks')!
  expect(section.rows.map((row) => [row['operation_day'], row['bucket'], row['maximum'], row['time']])).toEqual([
    ['2026-08-05', 'Nominal Coupons 20Y to 30Y', 2, '13:40 to 14:00 New York, until 18:00 UTC'],
    ['2026-08-13', 'TIPS 1Y to 10Y', 0.75, '13:40 to 14:00 New York, until 18:00 UTC'],
  ])
  expect(section.note).toContain('may buy less, or nothing')
})

describe('demand at auctions', () => {
  const stateOf = (sales: readonly Sale[], back = 0) =>
    macroAuctions.state.label(new PointInTimeDays(knownOf(sales)).day(asOf - back))

  test('far more bids and fewer left to dealers than before are strong demand, the reverse is weak; stale figures decide nothing', () => {
    expect(stateOf(usualSales(1, 2))).toBe('demand strong')
    expect(stateOf(usualSales(1, -2))).toBe('demand weak')
    expect(stateOf(usualSales(1, 2), -90)).toBe('unknown')
    expect(stateOf(usualSales(1).slice(0, 21))).toBe('unknown')
  })

  test('a state of the past sees nothing of what came later', () => {
    const sales = usualSales(4, 2)
    for (const back of [20, 60, 200])
      expect(stateOf(sales, back)).toBe(
        stateOf(
          sales.filter(({ day }) => day <= asOf - back),
          back,
        ),
      )
  })

  test('the turning level turns the state when put in, and a hundredth short of it does not', () => {
    let tried = 0
    for (let seed = 1; seed <= 24; seed++) {
      const sales = usualSales(seed, seed % 2 === 0 ? 0.15 : -0.15)
      const day = new PointInTimeDays(knownOf(sales, [planned({})])).day(asOf)
      const turns = macroAuctions.state.turns(day, macroAuctions.state.label(day), () => null)
      for (const { to, needs, by } of turns) {
        tried++
        const { metric, value, side } = needs[0]!
        expect([metric, by]).toEqual([
          'auction-10y-bid-to-cover',
          { series: 'auction.10y.bid-to-cover', due_at: '2026-08-11T17:05:00Z' },
        ])
        const dealers = sales.findLast(({ maturity }) => maturity === '10-Year')!.dealers
        const stateAfter = (cover: number) => {
          const sale = { day: dayNumber('2026-08-11')!, maturity: '10-Year', cover, dealers } as const
          // the other maturities as they are, none of them stale
          return macroAuctions.state.label(new PointInTimeDays(knownOf([...sales, sale])).day(sale.day))
        }
        expect(stateAfter(value)).toBe(to)
        expect(stateAfter(Number((value + (side === 'above' ? -0.01 : 0.01)).toFixed(2)))).toBe(macroAuctions.state.label(day))
      }
    }
    expect(tried).toBeGreaterThan(3)
  })

  test('the tables: shares add to 100, twelve auctions before, sizes of reopenings beside', () => {
    const { sections, facts } = macroAuctions.tell(
      new PointInTimeDays(knownOf(usualSales(2), [planned({ offered: 42_000_000_000 })])).day(asOf),
    )
    expect(sections.map(({ id }) => id)).toEqual(['buyers', 'sold', 'announced'])
    expect(sections[0]!.note).toContain('The state is not the mean of this column')
    for (const { dealers, direct, indirect, compared_with: count } of sections[0]!.rows) {
      expect(Number(dealers) + Number(direct) + Number(indirect)).toBeCloseTo(100, 0)
      expect(count).toBe(12)
    }
    expect(sections[2]!.rows).toMatchObject([{ security: '10-Year', auction_day: '2026-08-11', offered: 42 }])
    const told = facts!.toSorted((a, b) => b.weight - a.weight).map(({ text }) => text)
    expect(told.length).toBeGreaterThan(1)
    for (const text of told)
      expect(text).toMatch(/ auction of \d+ (June|July).*, against a usual [\d.]+%? \(twelve auctions\)\.$/)
  })

  /** Four auctions of each maturity a month apart, all alike up to the newest, whose cover and dealers are given. */
  const alike = (newest: (maturity: string) => Partial<Sale>): Sale[] =>
    couponMaturities.flatMap((maturity, at) =>
      [3, 2, 1, 0].map((months) => {
        const wave = months % 2 === 0 ? 0.02 : -0.02
        const sale = { day: asOf - 30 * months - at, maturity, cover: 2.5 + wave, dealers: 12 - 10 * wave }
        return months === 0 ? { ...sale, ...newest(maturity) } : sale
      }),
    )

  test('three earlier auctions are enough for a usual level and a state; the least usual leads and the weakest is named', () => {
    const unusual = { '10-Year': { cover: 2.7, dealers: 8 }, '2-Year': { cover: 2.3, dealers: 20 } }
    const sales = alike((maturity) => unusual[maturity as keyof typeof unusual] ?? {})
    const day = new PointInTimeDays(knownOf(sales)).day(asOf)
    const { facts, also, sections, notes } = macroAuctions.tell(day)
    expect(sections[0]!.rows.slice(0, 2).map((row) => [row['maturity'], row['compared_with']])).toEqual([
      ['2-Year', 3],
      ['10-Year', 3],
    ])
    expect(
      facts!
        .toSorted((a, b) => b.weight - a.weight)
        .map(({ about }) => about)
        .slice(0, 2),
    ).toEqual(['the 2-year auction', 'the 10-year auction'])
    expect(also![0]).toBe('The weakest of the last seven auctions was the 2-year of 31 July: dealers 20%, usually 12.1%.')
    expect(macroAuctions.state.label(day)).not.toBe('unknown')
    expect(notes.at(-1)).toBe('Some maturities have only three earlier auctions on record: "usual" and the state use those.')
    const younger = new PointInTimeDays(knownOf(sales.filter(({ day: on }) => on > asOf - 70))).day(asOf)
    expect(macroAuctions.state.label(younger)).toBe('unknown')
    expect(macroAuctions.tell(younger).notes.at(-1)).toBe(
      'Fewer than three earlier auctions are on record, so no usual level is shown.',
    )
  })

  test.each([
    [[4.88, 4.9, 5.02, 5.046], null],
    [[4.88, 4.9, 4.97, 5.046], 'cleared at 5.046%, the first above 5% since at least April.'],
    [[5.1, 4.9, 4.95, 5.046], null],
    [[5.12, 5.03, 5.1, 4.98], 'cleared at 4.98%, the first below 5% since at least April.'],
  ] as const)('yields of %j: beyond a whole percent after others on its other side is reported', (yields, expected) => {
    const known = knownOf(alike(() => ({})))
    const sold = known.rows!.auction!.map((row, i) => (row.maturity === '30-Year' ? { ...row, high: yields[i % 4]! } : row))
    const { facts } = macroAuctions.tell(new PointInTimeDays({ ...known, rows: { ...known.rows, auction: sold } }).day(asOf))
    const text = facts!.find(({ about }) => about === 'the 30-year auction')!.text
    if (expected === null) expect(text).not.toContain('cleared')
    else expect(text).toContain(expected)
  })
})
