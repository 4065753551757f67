import { describe, expect, test } from 'vitest'
import { fiscaldataUpcoming } from '../../pipeline/feeds/fiscaldata-upcoming.ts'
import { feedFor } from '../../pipeline/feeds/index.ts'
import { auctionedMaturity } from '../../pipeline/feeds/treasury-security.ts'
import terms from './auctions.json' with { type: 'json' }
import { readingAt, refusalOf, stateAt } from './reading.ts'

const api = 'https://api.fiscaldata.treasury.gov/services/api/fiscal_service/v1/accounting/od/'
const { parse, values } = readingAt('2026-11-20T21:00:00Z')
const results = (body: string) => parse(`${api}auctions_query`, body)
const upcoming = (body: string) => parse(`${api}upcoming_auctions`, body)
const answer = (data: readonly object[]) => JSON.stringify({ data, meta: { count: data.length, 'total-pages': 1 } })
const figures = (body: string) =>
  Object.fromEntries(values(`${api}auctions_query`, body).map(([series, day, value]) => [`${series} ${day}`, value]))

/** The 10-Year of 2026-05-12 as the Treasury gives it, or one that differs from it. */
const line = (over: object = {}) => ({
  cusip: '91282CQQ7',
  security_type: 'Note',
  security_term: '10-Year',
  reopening: 'No',
  auction_date: '2026-05-12',
  issue_date: '2026-05-15',
  offering_amt: '42000000000',
  total_accepted: '51972791100',
  comp_accepted: '41869018000',
  primary_dealer_accepted: '5015000000',
  direct_bidder_accepted: '10078500000',
  indirect_bidder_accepted: '26775518000',
  bid_to_cover_ratio: '2.400000',
  high_yield: '4.468000',
  avg_med_yield: 'null',
  inflation_index_security: 'No',
  floating_rate: 'No',
  cash_management_bill_cmb: 'null',
  ...over,
})

test.each(terms as [string, boolean, string | null][])('a %s, reopening %s, is sold as %s', (term, reopening, sold) =>
  expect(auctionedMaturity(term, reopening)).toBe(sold),
)

describe('results of auctions', () => {
  test('shares are parts of the competitive awards and add to 100: the 10-Year of 2026-05-12 sold 63.95% to indirect bidders, not 51.5%', () => {
    const read = figures(answer([line()]))
    expect(read).toEqual({
      'auction.10y.bid-to-cover 2026-05-12': 2.4,
      'auction.10y.dealers 2026-05-12': 11.9778,
      'auction.10y.indirect 2026-05-12': 63.9507,
    })
    const [sold] = results(answer([line()])).rows.auction!
    expect(100 * (sold!.direct! / (sold!.dealers! + sold!.direct! + sold!.indirect!)) + 11.9778 + 63.9507).toBeCloseTo(100, 3)
  })
  test('a 2-Year that is an old 5-Year sold again is a 2-Year', () => {
    const old = line({ security_term: '2-Year', original_security_term: '5-Year', reopening: 'Yes', auction_date: '2026-01-26' })
    expect(Object.keys(figures(answer([old])))).toContain('auction.2y.bid-to-cover 2026-01-26')
  })
  test('inflation-linked and floating notes and cash management bills have rows and no figures', () => {
    const body = answer([
      line({ inflation_index_security: 'Yes' }),
      line({ floating_rate: 'Yes', high_yield: 'null', cusip: '91282CQM6' }),
      line({
        security_type: 'Bill',
        security_term: '42-Day',
        cash_management_bill_cmb: 'Yes',
        cusip: '912797HH3',
        high_discnt_rate: '3.6',
      }),
    ])
    expect(results(body).rows.auction!.map(({ kind, maturity }) => [kind, maturity])).toEqual([
      ['inflation-linked', null],
      ['floating', null],
      ['cash management', null],
    ])
    expect(figures(body)).toEqual({})
  })
  test('flags that are the text "null" say nothing: an unknown CUSIP is refused, one on record has its kind', () => {
    const none = { inflation_index_security: 'null', floating_rate: 'null' }
    const { rows, rejected } = results(
      answer([line({ ...none, cusip: '91282CZZ9' }), line({ ...none, cusip: '91282CQP9', high_yield: '1.367' }), line(none)]),
    )
    expect(rejected.map(({ rule }) => rule)).toEqual(['flags'])
    expect(rows.auction!.map(({ cusip, kind }) => [cusip, kind])).toEqual([
      ['91282CQP9', 'inflation-linked'],
      ['91282CQQ7', 'nominal'],
    ])
  })
  test('parts that are not the competitive awards, and rows without a day or awards, are refused', () => {
    const rules = results(
      answer([line({ comp_accepted: '41869018100' }), line({ auction_date: 'null' }), line({ total_accepted: 'x' }), line()]),
    ).rejected.map(({ rule }) => rule)
    expect(rules).toEqual(['parts', 'row', 'row'])
  })
  test('an announced auction without results is left out; of a missing direct share there are no shares', () => {
    const ahead = line({ total_accepted: 'null', bid_to_cover_ratio: 'null', comp_accepted: 'null', high_yield: 'null' })
    const body = answer([ahead, line({ direct_bidder_accepted: 'null', comp_accepted: 'null' })])
    expect(results(body).rejected).toEqual([])
    expect(figures(body)).toEqual({ 'auction.10y.bid-to-cover 2026-05-12': 2.4 })
  })
  test('results are due at 13:05 New York, of bills at 11:35, by the day of the auction and not of issue', () => {
    const bill = line({
      security_type: 'Bill',
      security_term: '13-Week',
      cash_management_bill_cmb: 'No',
      auction_date: '2026-01-05',
    })
    expect(results(answer([line(), bill])).rows.auction!.map(({ due_at }) => due_at)).toEqual([
      '2026-05-12T17:05:00Z',
      '2026-01-05T16:35:00Z',
    ])
  })
  test.each([
    [answer([]), 'PAGE_EMPTY'],
    ['{"error":"Invalid Query Param","message":"no"}', 'UPSTREAM_SAYS'],
  ])('refuses %s', (body, code) => expect(refusalOf(() => results(body))).toBe(code))
})

describe('upcoming auctions', () => {
  const ahead = (over: object = {}) => ({
    record_date: '2026-11-20',
    security_type: 'Note',
    security_term: '9-Year 11-Month',
    reopening: 'Yes',
    cusip: '91282CQQ7',
    offering_amt: 'null',
    announcemt_date: '2026-12-03',
    auction_date: '2026-12-08',
    issue_date: '2026-12-15',
    ...over,
  })
  test('only the newest list counts, in whatever order the answer is; an amount that is "null" is missing, never 0', () => {
    const body = answer([
      ahead({ record_date: '2026-11-19', auction_date: '2026-11-25' }),
      ahead(),
      ahead({ record_date: '2026-11-13' }),
    ])
    expect(upcoming(body).rows.planned_auction).toMatchObject([
      { source: 'announced', auction_day: '2026-12-08', offered: null, maturity: '10-Year', due_at: '2026-12-08T18:05:00Z' },
    ])
  })
  test('TIPS Note, FRN Note and CMB are no nominal maturity', () => {
    const types = ['TIPS Note', 'FRN Note', 'CMB', 'Bill', 'Note']
    const rows = upcoming(answer(types.map((type, at) => ahead({ security_type: type, cusip: `91282CQQ${at}` })))).rows
      .planned_auction!
    expect(rows.map(({ kind, maturity }) => [kind, maturity])).toEqual([
      ['inflation-linked', null],
      ['floating', null],
      ['cash management', null],
      ['bill', null],
      ['nominal', '10-Year'],
    ])
  })
  test('asks for the newest lists first', () => {
    const [request] = fiscaldataUpcoming.plan(stateAt('2026-11-20T12:00:00Z'))
    expect(request!.url).toContain('filter=record_date:gte:2026-11-10&sort=-record_date')
    expect(feedFor(request!.url)!.id).toBe('fiscaldata-upcoming-auctions')
  })
})
