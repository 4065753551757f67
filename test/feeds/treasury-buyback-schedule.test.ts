import { describe, expect, test } from 'vitest'
import { feedFor } from '../../pipeline/feeds/index.ts'
import { treasuryBuybackSchedule } from '../../pipeline/feeds/treasury-buyback-schedule.ts'
import { readingOf, stateAt } from './reading.ts'
import cases from './treasury-buyback-schedule.json' with { type: 'json' }

const url = 'https://home.treasury.gov/system/files/221/Tentative-Buyback-Schedule.xml'
const { parse, refusal } = readingOf(url, '2026-08-17T14:00:00Z')

/** The first operation of the schedule of August 2026, as published. */
const entry = (over: Readonly<Record<string, string>> = {}): string =>
  `  <BuybackCalendarDate>\n${Object.entries({ ...cases.long, ...over })
    .map(([name, text]) => `    <${name}>${text}</${name}>`)
    .join('\n')}\n  </BuybackCalendarDate>`
const calendar = (...entries: string[]): string => `<?xml version="1.0" encoding="UTF-8" ?>
<BuyBackCalendar>
  <BuybackCalendarName>August 2026 Refunding Tentative Buyback Calendar V1</BuybackCalendarName>
  <StartDate>2026-08-18</StartDate>
  <EndDate>2026-11-05</EndDate>
${entries.join('\n')}
</BuyBackCalendar>`

describe('the tentative buyback schedule', () => {
  test('an operation: its bucket, dollars at par and clock times of New York, over at 18:00 UTC in summer', () => {
    expect(parse(calendar(entry()))).toEqual({
      rows: {
        planned_buyback: [
          {
            ...{ source: 'tentative', operation_type: 'Liquidity Support', securities: 'NOMINAL COUPONS' },
            ...{ bucket: 'Nominal Coupons 20Y to 30Y', maturity_from: '2046-08-19', maturity_to: '2056-08-18' },
            ...{ minimum: 0, maximum: 2_000_000_000 },
            ...{ announcement_day: '2026-08-17', operation_day: '2026-08-18', settlement_day: '2026-08-19' },
            ...{ starts: '13:40', ends: '14:00', due_at: '2026-08-18T18:00:00Z' },
          },
        ],
      },
      rejected: [],
      next: [],
      until: Date.parse('2026-08-19T00:00:00Z'),
    })
    const winter = entry({ AnnouncementDate: '2026-11-03', OperationDate: '2026-11-04', SettlementDate: '2026-11-05' })
    expect(parse(calendar(winter)).rows.planned_buyback![0]!.due_at).toBe('2026-11-04T19:00:00Z')
  })

  test('two buckets of a day are two operations, one that is over is left out, and one twice is refused', () => {
    const tips = entry({ PurchaseBucketName: 'TIPS 10Y to 30Y', SecurityType: 'TIPS', MaximumPurchaseAmountDollars: '500000000' })
    const parsed = parse(calendar(entry(), tips, entry()))
    expect(parsed.rows.planned_buyback!.map(({ maximum }) => maximum)).toEqual([2_000_000_000, 500_000_000])
    expect(parsed.rejected.map(({ rule }) => rule)).toEqual(['duplicate'])
    expect(parse(calendar(entry()), '2026-08-19T14:00:00Z').rows.planned_buyback).toEqual([])
  })

  test.each(cases.refused)('an operation with %j is refused: a blank limit is not zero', (over) => {
    const parsed = parse(calendar(entry(over)))
    expect([parsed.rows.planned_buyback, parsed.rejected.map(({ rule }) => rule)]).toEqual([[], ['row']])
  })

  test.each([
    ['<!DOCTYPE html><html><title>U.S. Department of the Treasury</title></html>', 'BODY_IS_HTML', undefined],
    ['<BuybackCalendar></BuybackCalendar>', 'BODY_NOT_CALENDAR', undefined],
    [calendar(entry()).slice(0, -20), 'BODY_NOT_XML', undefined],
    [calendar(entry()).replace('<StartDate>2026-08-18', '<StartDate>August'), 'HEADER', undefined],
    [calendar(), 'PAGE_EMPTY', undefined],
    [calendar(entry()), 'SNAPSHOT_OLD', '2026-12-01T14:00:00Z'],
  ])('refuses %.60s with %s at %s', (body, code, at) => expect(refusal(body, at)).toBe(code))

  test('the file of the last quarter, before the next is published, has no rows and is no fault', () =>
    expect(parse(calendar(entry()), '2026-11-12T14:00:00Z')).toEqual({
      ...{ rows: { planned_buyback: [] }, rejected: [], next: [] },
      until: Date.parse('2026-11-27T00:00:00Z'),
    }))

  test('asks for the newest schedule, under the name that stays; a kept one of a quarter is the same form', () => {
    expect(treasuryBuybackSchedule.plan(stateAt('2026-11-20T22:00:00Z')).map((request) => request.url)).toEqual([url])
    expect(feedFor(url)?.id).toBe('treasury-buyback-schedule')
    expect(feedFor(url.replace('Schedule.', 'ScheduleQ12026.'))?.id).toBe('treasury-buyback-schedule')
    expect(feedFor(url.replace('xml', 'pdf'))).toBeNull()
  })
})
