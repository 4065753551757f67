import fc from 'fast-check'
import { strToU8, zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { normalizeTicker } from '../../../data/close-providers.ts'
import { feedFor } from '../../../pipeline/feeds/index.ts'
import { secFails } from '../../../pipeline/feeds/sec-fails.ts'
import { dayNumber, daysBetween } from '../../../pipeline/time/day.ts'
import { recordedAs } from './recorded-as.ts'

const address = 'https://www.sec.gov/files/data/fails-deliver-data/cnsfails202605a.zip'
const text = (rows: readonly string[], count = rows.length) =>
  [
    'SETTLEMENT DATE|CUSIP|SYMBOL|QUANTITY (FAILS)|DESCRIPTION|PRICE',
    ...rows,
    `Trailer record count ${count}`,
    'Trailer total quantity of shares 65328',
    '',
  ].join('\r\n')
const zipped = (body: string, name = 'cnsfails202605a.txt') => zipSync({ [name]: strToU8(body) })
const read = (body: Uint8Array, url = address) => secFails.parse(...recordedAs(url, body, '2026-06-01T12:00:00Z'))
const closes = (body: Uint8Array) => read(body).rows.close!.map(({ line, session, value }) => [line, session, value])

const rows = [
  '20260501|084670702|BRKB|6943|BERKSHIRE HATHWY INC(HLDG CO)B|473.60',
  '20260504|084670702|BRKB|40697|BERKSHIRE HATHWY INC(HLDG CO)B|470.10',
  '20260504|B9151N105|TTAM|17688|TITAN | AMER SA COM|16.49',
]

describe('closes in lists of fails', () => {
  test('are of the session before the settlement day', () => {
    for (const url of [address, address.replace('a.zip', 'a_0.zip'), address.replace('fails-deliver-data', 'other')])
      expect(feedFor(url)).toBe(secFails)
    const { rows: read1, rejected } = read(zipped(text(rows)))
    const same = { feed: 'sec-fails', market: 'us', unit: 'USD', shares: null, due_at: '2026-06-05T04:00:00Z' }
    expect(read1.close).toEqual([
      { ...same, line: 'BRKB', session: '2026-04-30', value: 473.6 },
      { ...same, line: 'BRKB', session: '2026-05-01', value: 470.1 },
      { ...same, line: 'TTAM', session: '2026-05-01', value: 16.49 },
    ])
    expect(rejected).toEqual([])
    const second = read(zipped(text(['20260526|084670702|BRKB|1|B|480'])), address.replace('05a', '05b')).rows.close!
    // Monday 25 May 2026 is a holiday
    expect([second[0]!.session, second[0]!.due_at]).toEqual(['2026-05-22', '2026-06-20T04:00:00Z'])
  })

  test.each([
    ['no price', '20260504|1|AAA|1|A|.', 0],
    ['a preferred share', '20260504|1|PCGPRAX|1|A|2', 0],
    ['a price of zero', '20260504|1|AAA|1|A|0', 1],
    ['no price column', '20260504|1|AAA|1', 1],
    ['a Saturday', '20260502|1|AAA|1|A|2', 1],
    ['another month', '20260604|1|AAA|1|A|2', 1],
  ])('a row with %s gives none', (_, row, count) => {
    const { rows: read1, rejected } = read(zipped(text([...rows, row])))
    expect(read1.close).toHaveLength(3)
    expect(rejected).toHaveLength(count)
  })

  test('a symbol of two securities has none on a day on which they differ', () => {
    const two = ['20260504|2|TTAM|1|OTHER|3.10', '20260501|2|BRKB|1|OTHER|473.60']
    const { rows: read1, rejected } = read(zipped(text([...rows, ...two])))
    expect(read1.close!.map(({ line, session }) => [line, session])).toEqual([
      ['BRKB', '2026-04-30'],
      ['BRKB', '2026-05-01'],
    ])
    expect(rejected.map(({ rule }) => rule)).toEqual(['close-twice'])
  })

  test.each([
    ['a row short', zipped(text(rows, 4)), 'BODY_CUT'],
    ['without its end', zipped(text(rows).slice(0, 200)), 'BODY_CUT'],
    ['under another header', zipped(text(rows).replace('SYMBOL', 'TICKER')), 'HEADER'],
    ['of another file', zipped(text(rows), 'readme.txt'), 'MEMBER_MISSING'],
    ['a page', strToU8('<!DOCTYPE html><title>Rate limit</title>'), 'BODY_IS_HTML'],
  ])('a body %s is refused', (_, body, code) => {
    expect(() => read(body)).toThrow(expect.objectContaining({ code }))
  })

  test('do not depend on the order of rows', () => {
    const whole = closes(zipped(text(rows)))
    fc.assert(
      fc.property(fc.shuffledSubarray(rows, { minLength: rows.length }), (shuffled) => {
        expect(closes(zipped(text(shuffled))).toSorted()).toEqual(whole.toSorted())
      }),
    )
  })

  test('are not read of a body that is cut, packed or not', () => {
    for (const body of [zipped(text(rows)), strToU8(text(rows))])
      fc.assert(
        fc.property(fc.nat(body.length - 75), (length) => {
          expect(() => read(body.subarray(0, length))).toThrow(expect.objectContaining({ code: expect.any(String) }))
        }),
      )
  })

  test('have the ticker without its separator', () => {
    expect(['BRK-B', 'brk.b', 'AAPL'].map(normalizeTicker)).toEqual(['BRKB', 'BRKB', 'AAPL'])
  })
})

describe('the plan requests', () => {
  const asked = (now: string, closes?: [oldest: string, newest: string], firstYear = 0) => {
    const read = closes && new Set(daysBetween(dayNumber(closes[0])!, dayNumber(closes[1])!))
    const state = { now: Date.parse(now), firstYear, closes: new Map(read ? [['sec-fails', read]] : []) }
    return secFails.plan(state as never).map(({ url }) => /cnsfails(.*)\.zip/.exec(url)![1])
  }

  test('files that are due, three per run, under both names', () => {
    expect(asked('2026-11-28T06:00:00Z')).toEqual(['202610b', '202610b_0', '202610a', '202610a_0', '202609b', '202609b_0'])
    expect(asked('2026-12-05T04:59:00Z')[0]).toBe('202610b')
    expect(asked('2026-12-05T05:00:00Z', ['2024-10-01', '2026-10-30'])).toEqual(['202611a', '202611a_0'])
    expect(asked('2026-12-05T05:00:00Z', ['2026-10-14', '2026-11-12'])[0]).toBe('202610a')
    expect(asked('2026-11-28T06:00:00Z', ['2024-10-31', '2026-10-30'])).toEqual([])
    expect(asked('2026-11-28T06:00:00Z', undefined, 2017)).toEqual(['202610b', '202610b_0'])
  })
})
