import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { bondMetrics } from '../../../data/metrics/bonds.ts'
import { ticMajorSeries } from '../../../data/series/tic.ts'
import { feedFor } from '../../../pipeline/source/feeds/index.ts'
import { ticMajorHolders } from '../../../pipeline/source/feeds/tic-major-holders.ts'
import { isoDay } from '../../../pipeline/time/day.ts'
import { recordedFolder, recordingOf, withoutRecorded } from '../../recorded.ts'
import { flattened } from '../../rows.ts'
import { refusalOf } from './reading.ts'

const folder = 'https://ticdata.treasury.gov/resource-center/data-chart-center/tic/Documents'
const url = `${folder}/slt_table5.txt`
const parse = (body: string, at = '2026-04-20T21:00:00Z') =>
  ticMajorHolders.parse(Buffer.from(body, 'latin1'), recordingOf(url, body, at))
const valuesOf = (body: string) =>
  new Map(flattened(parse(body)).sighting.map((row) => [`${row.series} ${isoDay(row.period)}`, row.value]))

/**
 * The edition of April 2026 in its first three columns: countries as slt_table5.html of the same folder prints them, the last five lines as a
 * reader of the text has written them down. The twentieth country is not in either: its figures are what the total leaves, its name that of
 * the next largest holder in `mfhhis01.txt`.
 */
const lines = `Japan 1239.3 1225.3 1185.5
United Kingdom 897.3 879.7 863.1
China, Mainland 693.3 694.4 683.5
Belgium 454.7 451.0 477.3
Canada 446.3 395.8 468.2
Luxembourg 445.7 446.0 434.2
Cayman Islands 443.0 432.8 421.2
France 395.1 380.5 368.9
Ireland 350.6 342.0 340.7
Taiwan 313.5 307.8 310.6
Switzerland 286.7 289.2 294.1
Singapore 280.0 273.4 278.4
Hong Kong 269.2 259.9 267.8
Norway 223.0 218.8 208.1
India 190.6 190.4 182.9
Brazil 170.6 168.0 168.7
Saudi Arabia 160.4 134.8 149.5
Korea, South 140.9 141.3 140.6
United Arab Emirates 119.9 112.4 95.6
Israel 110.7 114.6 105.5
All Other 1856.3 1831.3 1822.8
Grand Total 9487.1 9289.4 9267.2
Of Which: Foreign Official 4035.7 3954.8 3887.0
Of Which: Foreign Official Treasury Bills 475.5 407.7 388.5
Of Which: Foreign Official T-Bonds & Notes 3560.2 3547.1 3498.5`
const rows = lines.split('\n').map((line) => line.replace(/ (-?[\d.]+) (-?[\d.]+) (-?[\d.]+)$/, '\t$1\t$2\t$3'))
const head = [
  'Table 5: Major Foreign Holders of Treasury Securities',
  'Holdings at end of time period',
  'Billions of dollars',
  `Link: ${url}`,
  '',
]
const months = 'Country\t2026-02\t2026-01\t2025-12'
const notes = ['', 'Notes:', 'The data in this table are collected primarily from U.S.-based custodians and broker-dealers.']
const table = (parts: { head?: string[]; months?: string; rows?: string[]; notes?: string[] } = {}) =>
  [...(parts.head ?? head), parts.months ?? months, ...(parts.rows ?? rows), ...(parts.notes ?? notes)]
    .map((line) => line + '\t'.repeat(Math.max(0, 3 - line.split('\t').length + 1)))
    .join('\r\n')
const changed = (line: string, by: string) => rows.map((row) => (row.startsWith(`${line}\t`) ? by : row))

describe('major foreign holders', () => {
  test('billions by the last day of the month, newest on the left, read by hand', () => {
    expect(parse(table()).rejected).toEqual([])
    const values = valuesOf(table())
    expect(values.size).toBe(ticMajorSeries.length * 3)
    expect(values.get('tic.42609.treasuries-with-bills 2026-02-28')).toBe(1_239.3)
    expect(values.get('tic.42609.treasuries-with-bills 2025-12-31')).toBe(1_185.5)
    expect(values.get('tic.41408.treasuries-with-bills 2026-01-31')).toBe(694.4)
    expect(values.get('tic.99996.treasuries-with-bills 2026-02-28')).toBe(9_487.1)
    expect(values.get('tic.99990.treasuries-with-bills 2026-02-28')).toBe(4_035.7)
    expect(values.get('tic.99990.treasury-bills 2026-02-28')).toBe(475.5)
    expect(values.get('tic.36137.treasuries-with-bills 2026-02-28')).toBe(443)
  })

  test('a month whose lines miss the total is rejected whole; others stay', () => {
    const body = table({ rows: changed('Japan', 'Japan\t1239.3\t1325.3\t1185.5') })
    expect(parse(body).rejected.map(({ rule, reason }) => [rule, reason])).toEqual([
      ['total', '2026-01: the 21 lines add up to 9389.4, not to the total of 9289.4'],
    ])
    expect(new Set([...valuesOf(body).keys()].map((key) => key.slice(-10)))).toEqual(new Set(['2026-02-28', '2025-12-31']))
  })

  test('rounding of every line is no difference; what one line may be off by twice over is', () => {
    const off = (total: string) =>
      parse(table({ rows: changed('Grand Total', `Grand Total\t${total}\t9289.4\t9267.2`) })).rejected
    expect(off('9488.2')).toEqual([])
    expect(off('9488.3').map(({ rule }) => rule)).toEqual(['total'])
  })

  test('bills and notes of official institutions that miss their sum are not read, the countries are', () => {
    const line = 'Of Which: Foreign Official Treasury Bills'
    const { rejected } = parse(table({ rows: changed(line, `${line}\t575.5\t407.7\t388.5`) }))
    expect(rejected.map(({ series, rule }) => [series, rule])).toEqual([
      ['tic.99990.treasuries-with-bills', 'parts'],
      ['tic.99990.treasury-bills', 'parts'],
    ])
  })

  test('a country without a line is reported by name, the number of a footnote and quotes are not part of a name', () => {
    const body = table({
      rows: rows.map((row) =>
        row.replace('Luxembourg', 'Portugal').replace('Belgium', 'Belgium 5/').replace('China, Mainland', '"China, Mainland"'),
      ),
    })
    expect(parse(body).rejected.map(({ series, reason }) => [series, reason])).toEqual([
      ['tic.11703.treasuries-with-bills', 'no line "Luxembourg"'],
    ])
    expect(valuesOf(body).get('tic.10251.treasuries-with-bills 2026-02-28')).toBe(454.7)
    expect(valuesOf(body).get('tic.41408.treasuries-with-bills 2026-02-28')).toBe(693.3)
  })

  test.each([
    ['months that skip one', table({ months: 'Country\t2026-02\t2025-12\t2025-11' }), 'HEADER'],
    ['the oldest month first', table({ months: 'Country\t2025-12\t2026-01\t2026-02' }), 'HEADER'],
    ['months in words, as in mfh.txt', table({ months: 'Country\tFeb\tJan\tDec' }), 'HEADER'],
    ['millions of dollars', table({ head: head.map((line) => line.replace('Billions', 'Millions')) }), 'HEADER'],
    ['another table', table({ head: ['Table 3: U.S. Treasury Securities', ...head.slice(1)] }), 'HEADER'],
    ['no notes at the end', table({ notes: [] }), 'BODY_CUT'],
    ['no total', table({ rows: rows.filter((row) => !row.startsWith('Grand Total')) }), 'DATA_MISSING'],
    ['a line that stands twice, so that nothing adds up', table({ rows: [rows[0]!, ...rows] }), 'PAGE_EMPTY'],
    ['a web page', '<!DOCTYPE html><title>Page not found</title>', 'BODY_IS_HTML'],
  ])('refuses %s', (_, body, code) => expect(refusalOf(() => parse(body))).toBe(code))

  test('a table that is no longer updated is refused, one late by a shutdown is not', () => {
    expect(parse(table(), '2026-08-30T00:00:00Z').rejected).toEqual([])
    expect(refusalOf(() => parse(table(), '2026-10-01T00:00:00Z'))).toBe('TABLE_FROZEN')
  })

  test('no other file of the folder is its own, the frozen one of 2023 least', () => {
    expect(feedFor(url)?.id).toBe('tic-major-holders')
    for (const file of [`${folder}/slt_table3.txt`, `${folder}/mfhhis01.txt`, 'https://ticdata.treasury.gov/Publish/mfh.txt'])
      expect(feedFor(file)?.id).not.toBe('tic-major-holders')
  })

  test('every series and metric says that bills are in it', () => {
    for (const { title, unit } of ticMajorSeries) expect([title, unit]).toEqual([expect.stringMatching(/bills/i), 'USD bn'])
    const read = bondMetrics.filter(({ of }) => (of as readonly string[]).some((each) => each.endsWith('-with-bills')))
    expect(read.map(({ title }) => title).filter((title) => !title.endsWith(', bills included'))).toEqual([])
    expect(read).toHaveLength(4)
  })
})

describe.skipIf(withoutRecorded)('against what others recorded of the same months', () => {
  test.each([
    ['42609', '2026-02', 1_239.3],
    ['13005', '2026-02', 897.3],
    ['41408', '2026-02', 693.3],
    ['99990', '2026-01', 3_954.8],
    ['99996', '2025-12', 9_267.2],
  ])('FRED carries %s of %s in millions, revised since by less than half a percent', (code, month, printed) => {
    const file = join(recordedFolder, 'fred', 'api', `FORTREASPOS${code}_2026-08-19.json`)
    const { observations } = JSON.parse(readFileSync(file, 'utf8')) as { observations: { date: string; value: string }[] }
    const later = Number(observations.find(({ date }) => date === `${month}-01`)!.value) / 1_000
    expect(Math.abs(later / printed - 1)).toBeLessThan(0.005)
    const body = table()
    expect([...valuesOf(body)].find(([key]) => key.startsWith(`tic.${code}.treasuries-with-bills ${month}`))?.[1]).toBe(printed)
  })
})
