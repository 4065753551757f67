import { describe, expect, test } from 'vitest'
import { h10 } from '../../pipeline/feeds/h10.ts'
import { feedFor } from '../../pipeline/feeds/index.ts'
import { newestOf, readingOf, stateAt } from './reading.ts'

const state = (newest: string | null) => stateAt('2026-11-20T12:00:00Z', newestOf(newest === null ? {} : { 'H10.JPY': newest }))
const [url] = h10.plan(state(null)).map((request) => request.url)

const head = (unit = 'Currency', multiplier = '1', identifier = 'RXI_N.B.JA') =>
  [
    '"Series Description","Euro-Area Euro","Japanese Yen"',
    `"Unit:","Currency","${unit}"`,
    `"Multiplier:","1","${multiplier}"`,
    '"Currency:","EUR","JPY"',
    `"Unique Identifier: ","H10/H10/RXI$US_N.B.EU","H10/H10/${identifier}"`,
    `"Time Period","RXI$US_N.B.EU","${identifier}"`,
  ].join('\n')

const { parse: read, values, refusal } = readingOf(url!, '2026-11-20T12:00:00Z')
const parse = (body: string) => ({ rows: values(body), rejected: read(body).rejected })

describe('H.10', () => {
  test('yen to the dollar, told by the identifier of the column; days without a rate are left out', () => {
    const body = `${head()}\n2026-11-10,1.1618,156.1100\n2026-11-11,ND,ND\n2026-11-12,1.1627,\n2026-11-13,1.1627,154.24\n`
    expect(parse(body)).toEqual({
      rows: [
        ['H10.JPY', '2026-11-10', 156.11],
        ['H10.JPY', '2026-11-13', 154.24],
      ],
      rejected: [],
    })
  })
  test('a line of another width, a day that is none, one to come, and dollars to the yen are rejected', () => {
    const lines = [
      '2026-11-09,156',
      '11/10/26,1.16,156.11',
      '2026-11-27,1.16,156.11',
      '2026-11-12,1.16,0.0064',
      '2026-11-13,1.16,156',
    ]
    const { rows, rejected } = parse(`${head()}\n${lines.join('\n')}\n`)
    expect(rows).toHaveLength(1)
    expect(rejected.map(({ rule }) => rule).sort()).toEqual(['columns', 'date', 'future', 'range'])
  })
  test('another unit, a multiplier, no such column, a web page, a body cut short and one without rates are refused', () => {
    const row = '\n2026-11-13,1.1627,154.24\n'
    expect(refusal(head('Index:_1997_Jan_100') + row)).toBe('HEADER')
    expect(refusal(head('Currency', '100') + row)).toBe('HEADER')
    expect(refusal(head('Currency', '1', 'RXI_N.B.CH') + row)).toBe('HEADER')
    expect(refusal('2026-11-13,1.1627,154.24\n')).toBe('HEADER')
    expect(refusal('<!DOCTYPE html><html></html>')).toBe('BODY_IS_HTML')
    expect(refusal(head() + row.trimEnd())).toBe('BODY_CUT')
    expect(refusal(`${head()}\n2026-11-13,ND,ND\n`)).toBe('PAGE_EMPTY')
  })
  test('asks for everything first, then for the last month again', () => {
    expect(url).toContain('&from=&to=&')
    const [later] = h10.plan(state('2026-11-13'))
    expect(new URL(later!.url).searchParams.get('from')).toBe('10/14/2026')
    expect(feedFor(later!.url)?.id).toBe('h10')
    expect(feedFor('https://www.federalreserve.gov/datadownload/Output.aspx?rel=H10&filetype=csv')).toBeNull()
  })
})
