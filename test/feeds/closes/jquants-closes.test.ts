import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { feedFor } from '../../../pipeline/feeds/index.ts'
import { jquantsCloses } from '../../../pipeline/feeds/jquants-closes.ts'
import { dayNumber, daysBetween } from '../../../pipeline/time/day.ts'
import { recordedAs } from './recorded-as.ts'

const address = 'https://api.jquants.com/v2/equities/bars/daily?date=2026-08-28'
const row = (code: string, close: unknown, more: object = {}) => ({
  ...{ Date: '2026-08-28', Code: code, C: close, AdjFactor: 1.0, AdjC: 99, MktCap: 43_923, ExRT: null },
  ...more,
})
const answer = (data: readonly object[], more: object = {}) => JSON.stringify({ data, ...more })
const read = (body: string, url = address) => jquantsCloses.parse(...recordedAs(url, body, '2026-11-28T06:00:00Z'))
const closes = (body: string) => read(body).rows.close!.map(({ line, value }) => [line, value])
const rows = [
  row('13010', 3_630),
  row('25935', 2_610),
  row('25930', 3_120),
  row('130A0', 702.5),
  row('86970', 1_710, { AdjFactor: 0.5, ExRT: '1' }),
]

describe('closes of Tokyo', () => {
  test('are as traded; the line of a common share has four characters', () => {
    expect(feedFor(address)).toBe(jquantsCloses)
    const { rows: read1, rejected, next } = read(answer(rows, { pagination_key: 'value1.value2.' }))
    expect(read1.close![0]).toEqual({
      ...{ feed: 'jquants-closes', market: 'jp', line: '1301', session: '2026-08-28', value: 3_630, unit: 'JPY', shares: null },
      due_at: '2026-11-20T15:00:00Z',
    })
    expect(closes(answer(rows)).slice(1)).toEqual([
      ['25935', 2_610],
      ['2593', 3_120],
      ['130A', 702.5],
      ['8697', 1_710],
    ])
    expect(read1.split).toEqual([{ feed: 'jquants-closes', market: 'jp', line: '8697', session: '2026-08-28', ratio: 2 }])
    expect(rejected).toEqual([])
    expect(next.map(({ url }) => url)).toEqual([`${address}&pagination_key=value1.value2.`])
    const second = read(answer([row('33500', 702)]), `${address}&pagination_key=value1.value2.`)
    expect([second.rows.close![0]!.line, second.next]).toEqual(['3350', []])
  })

  test.each([
    ['nothing traded', row('99990', null), 0],
    ['a close of zero', row('99990', 0), 1],
    ['a code of four', row('9999', 5), 1],
    ['no day', row('99990', 5, { Date: null }), 1],
    ['another day', row('99990', 5, { Date: '2026-08-27' }), 1],
    ['two closes', row('13010', 5), 1],
  ])('a row with %s gives none', (_, more, count) => {
    const { rows: read1, rejected } = read(answer([...rows, more]))
    expect(read1.close!.map(({ value }) => value)).not.toContain(5)
    expect(read1.close!.map(({ line }) => line)).not.toContain('9999')
    expect(rejected).toHaveLength(count)
  })

  test('a split is stated on a day without trades; an issue of rights is not one', () => {
    const factors = [row('99990', null, { AdjFactor: 10, ExRT: '2' }), row('99980', 5, { AdjFactor: 0.95, ExRT: '3' })]
    expect(read(answer(factors)).rows.split!.map(({ line, ratio }) => [line, ratio])).toEqual([['9999', 0.1]])
  })

  test.each([
    ['of another day', answer(rows.map((each) => ({ ...each, Date: '2026-08-27' }))), 'OTHER_DAY', '2026-08-27'],
    [
      'outside the plan',
      '{"message":"Your subscription covers the following dates: 2024-09-04 ~ 2026-09-04."}',
      'UPSTREAM_SAYS',
      '2024-09-04 ~ 2026-09-04',
    ],
    ['without rows', '{}', 'DATA_MISSING', 'no array'],
  ])('a body that is %s is refused', (_, body, code, reason) => {
    expect(() => read(body)).toThrow(expect.objectContaining({ code, message: expect.stringContaining(reason) }))
  })

  test('a holiday has none', () => {
    expect(closes(answer([]))).toEqual([])
  })

  test('do not depend on the order of rows, and are not read of a body that is cut', () => {
    const whole = closes(answer(rows)).toSorted()
    fc.assert(
      fc.property(fc.shuffledSubarray(rows, { minLength: rows.length }), fc.nat(answer(rows).length - 1), (shuffled, length) => {
        expect(closes(answer(shuffled)).toSorted()).toEqual(whole)
        expect(() => read(answer(shuffled).slice(0, length))).toThrow(expect.objectContaining({ code: expect.any(String) }))
      }),
    )
  })
})

test('a session is asked for when the free plan has it', () => {
  const asked = (now: string, newest?: string) => {
    const closes = newest === undefined ? undefined : new Map([['jquants-closes', new Set(daysBetween(0, dayNumber(newest)!))]])
    return jquantsCloses.plan({ now: Date.parse(now), firstYear: 0, closes } as never).map(({ url }) => url.slice(-10))
  }
  // Friday 28 August 2026
  expect(asked('2026-11-20T14:59:00Z')[0]).toBe('2026-08-27')
  expect(asked('2026-11-20T15:00:00Z', '2026-08-26')).toEqual(['2026-08-28', '2026-08-27'])
  expect(asked('2026-11-22T15:00:00Z', '2026-08-28')).toEqual([])
})
