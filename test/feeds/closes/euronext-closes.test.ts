import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { euronextCloses } from '../../../pipeline/feeds/euronext-closes.ts'
import { feedFor } from '../../../pipeline/feeds/index.ts'
import { dayNumber, daysBetween } from '../../../pipeline/time/day.ts'
import { recordedAs } from './recorded-as.ts'

const address =
  'https://live.euronext.com/en/pd_es/data/stocks/download?mics=dm_all_stock&initialLetter=&fe_type=csv&fe_decimal_separator=.&fe_date_format=d%2Fm%2FY'
const csv = (lines: readonly string[], day = '24 Sep 2026') =>
  [
    '\uFEFFName;ISIN;Symbol;Market;Currency;"Open Price";"last Price";"last Trade MIC Time";"Time Zone";Volume;"Closing Price";"Closing Price DateTime"',
    '"European Equities"',
    `"${day}"`,
    '"All datapoints provided as of end of last active trading day."',
    ...lines,
    '',
  ].join('\n')
const line = (isin: string, market: string, close: string, closed = '', trade = ' 17:35', volume = '158332', unit = 'EUR') =>
  `"A; B NV";${isin};A;"${market}";${unit};42.30;41.90;"${trade}";CET;${volume};${close};${closed}`
const read = (body: string, at = '2026-09-24T17:00:00Z') => euronextCloses.parse(...recordedAs(address, body, at))
const closes = (body: string, at?: string) =>
  read(body, at).rows.close!.map(({ line: isin, session, value, unit }) => [isin, session, value, unit].join(' '))
const lines = [
  line('NL0000852564', 'Euronext Amsterdam', '41.96'),
  line('FR0000120271', 'Euronext Paris, Brussels', '74.8', '24/09/2026', '24/09/2026 17:35'),
  line('NO0010031479', 'Oslo Børs', '220.80', '', ' 16:25', '1', 'NOK'),
  line('IT0001233417', 'Euronext Growth Milan', '2.457'),
]

describe('closes of Euronext', () => {
  test('are of the day of the file, in the currency of the line', () => {
    expect(feedFor(address)).toBe(euronextCloses)
    const { rows, rejected } = read(csv(lines))
    expect(rows.close![0]).toEqual({
      ...{ feed: 'euronext-closes', market: 'eu', line: 'NL0000852564', session: '2026-09-24', value: 41.96, unit: 'EUR' },
      ...{ shares: null, due_at: '2026-09-24T16:30:00Z' },
    })
    expect(closes(csv(lines)).slice(1)).toEqual([
      'FR0000120271 2026-09-24 74.8 EUR',
      'NO0010031479 2026-09-24 220.8 NOK',
      'IT0001233417 2026-09-24 2.457 EUR',
    ])
    expect(rejected).toEqual([])
  })

  test.each([
    ['no close', line('BMG9156K1018', 'Oslo Børs', '-', '-'), 0],
    ['nothing traded', line('BMG9156K1018', 'Oslo Børs', '5', '', '-', '-'), 0],
    ['a trade of an earlier day', line('BMG9156K1018', 'Oslo Børs', '5', '24/09/2026', '23/09/2026 13:07'), 0],
    ['another home', line('US88579Y1010', 'EuroTLX', '5'), 0],
    ['another home', line('US88579Y1010', 'Global Equity Market', '5'), 0],
    ['another home', line('US88579Y1010', 'Trading After Hours', '5'), 0],
    ['no ISIN', line('BMG9156K', 'Oslo Børs', '5'), 1],
    ['pence', line('IE0000000008', 'Euronext Dublin', '5', '', ' 17:35', '1', 'GBX'), 1],
    ['no day', line('BMG9156K1018', 'Oslo Børs', '5', 'yesterday'), 1],
    ['a session to come', line('BMG9156K1018', 'Oslo Børs', '5', '25/09/2026'), 1],
    ['a cell less', line('BMG9156K1018', 'Oslo Børs', '5').slice(0, -1), 1],
  ])('a row with %s gives none', (_, row, count) => {
    const { rows, rejected } = read(csv([...lines, row]))
    expect(rows.close).toHaveLength(4)
    expect(rejected).toHaveLength(count)
  })

  test.each([
    ['currency', line('NL0000852564', 'Euronext Paris', '41.96', '', ' 17:35', '1', 'USD')],
    ['close', line('NL0000852564', 'Euronext Paris', '41.97')],
  ])('an ISIN with another %s on a second market has none', (_, row) => {
    const { rows, rejected } = read(csv([...lines, row]))
    expect(rows.close!.map(({ line: isin }) => isin)).not.toContain('NL0000852564')
    expect(rejected.map(({ rule }) => rule)).toEqual(['close-twice'])
  })

  test.each([
    ['a Saturday', '26 Sep 2026', '2026-09-26T17:00:00Z'],
    ['a holiday', '03 Apr 2026', '2026-04-03T17:00:00Z'],
    ['a session that is not over', '25 Sep 2026', '2026-09-25T06:00:00Z'],
  ])('in a file of %s count where they have their own day', (_, day, at) => {
    const dated = line('FR0000120271', 'Euronext Paris', '74.8', '02/04/2026', '02/04/2026 17:35')
    expect(closes(csv([...lines.slice(2), dated], day), at)).toEqual(['FR0000120271 2026-04-02 74.8 EUR'])
    expect(() => read(csv(lines.slice(2), day), at)).toThrow(expect.objectContaining({ code: 'DAY_MISSING' }))
  })

  test.each([
    ['without lines', csv([]), 'BODY_CUT'],
    ['without its day', csv(lines, 'today'), 'BODY_CUT'],
    ['cut within a line', csv(lines).slice(0, -5), 'BODY_CUT'],
    ['of other columns', csv(lines).replace('Closing Price"', 'Close"'), 'HEADER'],
    ['a page', '<html><body>Not here</body></html>', 'BODY_IS_HTML'],
  ])('a body that is %s is refused', (_, body, code) => {
    expect(() => read(body)).toThrow(expect.objectContaining({ code }))
  })

  test('do not depend on the order of rows; a body that is cut gives some of them or none', () => {
    const whole = closes(csv(lines)).toSorted()
    fc.assert(
      fc.property(fc.shuffledSubarray(lines, { minLength: lines.length }), fc.nat(csv(lines).length - 1), (rows, length) => {
        expect(closes(csv(rows)).toSorted()).toEqual(whole)
        let cut: readonly string[] = []
        try {
          cut = closes(csv(rows).slice(0, length))
        } catch (error) {
          expect(error).toHaveProperty('code')
        }
        expect(whole).toEqual(expect.arrayContaining([...cut]))
      }),
    )
  })
})

test('the file is asked for in the evening of a business day, where a licence is declared', () => {
  const asked = (now: string, newest: string, licence = 'euronext') => {
    const closes = new Map([['euronext-closes', new Set(daysBetween(0, dayNumber(newest)!))]])
    return euronextCloses.plan({ now: Date.parse(now), closes, licences: new Set([licence]) } as never).map(({ url }) => url)
  }
  expect(asked('2026-11-27T17:30:00Z', '2026-11-26')).toEqual([address])
  expect(asked('2026-11-27T17:30:00Z', '2026-11-27')).toEqual([])
  expect(asked('2026-11-27T17:30:00Z', '2026-11-26', 'nse')).toEqual([])
  expect(asked('2026-11-27T17:29:00Z', '2026-11-26')).toEqual([])
  expect(asked('2026-11-27T23:00:00Z', '2026-11-26')).toEqual([])
  expect(asked('2026-11-28T17:30:00Z', '2026-11-26')).toEqual([])
  expect(asked('2026-12-25T17:30:00Z', '2026-11-26')).toEqual([])
})
