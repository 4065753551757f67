import { describe, expect, test } from 'vitest'
import { feedFor } from '../../pipeline/feeds/index.ts'
import { treasuryAuctionSchedule } from '../../pipeline/feeds/treasury-auction-schedule.ts'
import { readingOf, stateAt } from './reading.ts'

const url = 'https://home.treasury.gov/system/files/221/Tentative-Auction-Schedule.xml'
const { parse, refusal } = readingOf(url, '2026-02-05T14:00:00Z')
const planned = (body: string, at?: string) => parse(body, at).rows.planned_auction!
const rules = (...entries: string[]) => parse(calendar(threeYear, ...entries)).rejected.map(({ rule }) => rule)

const entry = (fields: Readonly<Record<string, string>>): string =>
  `  <AuctionCalendarDate>\n${Object.entries(fields)
    .map(([name, text]) => `    <${name}>${text}</${name}>`)
    .join('\n')}\n  </AuctionCalendarDate>`
const days = (AnnouncementDate: string, AuctionDate: string, SettlementDate: string) => ({
  ...{ AnnouncementDate, AuctionDate, SettlementDate },
})
const coupon = (SecurityTermWeekYear: string, SecurityType: string, flags: string, on: Readonly<Record<string, string>>) =>
  entry({
    ...{ SecurityTermWeekYear, SecurityType },
    ...{ ReOpeningIndicator: flags[0]!, TIPS: flags[1]!, FloatingRate: flags[2]! },
    ...on,
  })
/** The first entries of the schedule of February 2026, as published: a new 3-Year, and a holiday in the same element. */
const threeYear = coupon('3-Year', 'NOTE', 'NNN', days('2026-02-04', '2026-02-10', '2026-02-17'))
const holiday = entry({ HolidayName: 'Washington&apos;s Birthday', HolidayDate: '2026-02-16' })
const bill = entry({ SecurityTermWeekYear: '13-Week', SecurityType: 'BILL', ...days('2026-02-05', '2026-02-09', '2026-02-12') })

const calendar = (...entries: string[]): string => `<?xml version="1.0" encoding="UTF-8" ?>
<AuctionCalendar xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
  <AuctionCalendarName>Feb 2026 Refunding Auction Calendar Official</AuctionCalendarName>
  <StartDate>2026-02-04</StartDate>
  <EndDate>2026-08-01</EndDate>
${entries.join('\n')}
</AuctionCalendar>`

describe('the tentative auction schedule', () => {
  test('a note, by its maturity and days; its results are due at 13:05 New York, its amount is not in the schedule', () => {
    expect(planned(calendar(threeYear))).toEqual([
      {
        ...{ source: 'tentative', kind: 'nominal', term: '3-Year', maturity: '3-Year', reopening: false },
        ...{ cusip: '', offered: null },
        ...{ announcement_day: '2026-02-04', auction_day: '2026-02-10', issue_day: '2026-02-17' },
        due_at: '2026-02-10T18:05:00Z',
      },
    ])
  })

  test('a holiday stands in the same element and is no auction', () => {
    expect(parse(calendar(threeYear, holiday))).toMatchObject({ rejected: [], rows: { planned_auction: [{ term: '3-Year' }] } })
  })

  test('inflation-linked and floating notes are told by their flags; a bill has none, and does not say whether it is a reopening', () => {
    const on = days('2026-03-12', '2026-03-19', '2026-03-31')
    const body = calendar(
      coupon('10-Year', 'NOTE', 'YNN', days('2026-03-05', '2026-03-11', '2026-03-16')),
      coupon('10-Year', 'NOTE', 'YYN', on),
      coupon('2-Year', 'NOTE', 'YNY', days('2026-03-19', '2026-03-25', '2026-03-27')),
      coupon('30-Year', 'BOND', 'NNN', days('2026-05-06', '2026-05-14', '2026-05-15')),
      bill,
    )
    expect(planned(body).map((row) => [row.kind, row.term, row.maturity, row.reopening, row.due_at.slice(11, 16)])).toEqual([
      ['nominal', '10-Year', '10-Year', true, '17:05'],
      ['inflation-linked', '10-Year', null, true, '17:05'],
      ['floating', '2-Year', null, true, '17:05'],
      ['nominal', '30-Year', '30-Year', false, '17:05'],
      ['bill', '13-Week', null, null, '16:35'],
    ])
  })

  test('auctions before the day of the recording are left out, those of the day are there', () => {
    const later = coupon('10-Year', 'NOTE', 'NNN', days('2026-02-04', '2026-02-11', '2026-02-17'))
    expect(planned(calendar(threeYear, later), '2026-02-11T14:00:00Z').map(({ term }) => term)).toEqual(['10-Year'])
  })

  test('what is none of this is refused entry by entry: another type, flags or days missing, days out of order, twice the same', () => {
    const on = days('2026-02-04', '2026-02-11', '2026-02-17')
    expect(rules(coupon('10-Year', 'CMB', 'NNN', on))).toEqual(['row'])
    expect(rules(coupon('10-Year', 'NOTE', 'NYY', on))).toEqual(['row'])
    expect(rules(entry({ SecurityTermWeekYear: '10-Year', SecurityType: 'NOTE', TIPS: 'N', ...on }))).toEqual(['row'])
    expect(rules(coupon('ten years', 'NOTE', 'NNN', on))).toEqual(['row'])
    expect(rules(coupon('10-Year', 'NOTE', 'NNN', days('2026-02-04', '02/11/2026', '2026-02-17')))).toEqual(['row'])
    expect(rules(coupon('10-Year', 'NOTE', 'NNN', days('2026-02-12', '2026-02-11', '2026-02-17')))).toEqual(['row'])
    expect(rules(coupon('10-Year', 'NOTE', 'NNN', { AuctionDate: '2026-02-11' }))).toEqual(['row'])
    expect(rules(entry({ HolidayName: 'Labor Day' }))).toEqual(['row'])
    expect(rules(entry({ HolidayName: 'Labor Day', HolidayDate: '2026-09-07', ...on }))).toEqual(['row'])
    expect(rules(threeYear)).toEqual(['duplicate'])
  })

  const frozen = '2026-07-01T14:00:00Z'
  test.each([
    ['<!DOCTYPE html><html><title>U.S. Department of the Treasury</title></html>', 'BODY_IS_HTML', undefined],
    ['<BuyBackCalendar></BuyBackCalendar>', 'BODY_NOT_CALENDAR', undefined],
    [calendar(threeYear).slice(0, -30), 'BODY_NOT_XML', undefined],
    [calendar(threeYear).replace('<EndDate>2026-08-01</EndDate>', ''), 'HEADER', undefined],
    [calendar(threeYear).replace('<EndDate>2026-08-01', '<EndDate>2025-08-01'), 'HEADER', undefined],
    [calendar(threeYear), 'SNAPSHOT_OLD', frozen],
    [calendar(threeYear), 'SNAPSHOT_OLD', '2026-08-05T14:00:00Z'],
    [calendar(), 'PAGE_EMPTY', undefined],
    [calendar(holiday), 'PAGE_EMPTY', undefined],
    [calendar(threeYear), 'PAGE_EMPTY', '2026-02-20T14:00:00Z'],
  ])('refuses %.60s with %s at %s', (body, code, at) => expect(refusal(body, at)).toBe(code))

  test('asks for the newest schedule, under the name that stays; a kept one of a quarter is the same form, the PDF is not', () => {
    expect(treasuryAuctionSchedule.plan(stateAt('2026-11-20T22:00:00Z')).map((request) => request.url)).toEqual([url])
    expect(feedFor(url)?.id).toBe('treasury-auction-schedule')
    expect(feedFor(url.replace('Tentative-Auction-Schedule', 'TentativeAuctionScheduleQ12026'))?.id).toBe(
      'treasury-auction-schedule',
    )
    expect(feedFor(url.replace('xml', 'pdf'))).toBeNull()
  })
})
