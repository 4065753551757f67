import { describe, expect, test } from 'vitest'
import { bondMetrics } from '../../data/metrics/bonds.ts'
import { ticMajorSeries } from '../../data/series/tic.ts'
import { feedFor } from '../../pipeline/feeds/index.ts'
import { folder, head, parse, refusal, rows, table, url, valuesOf } from './tic-table.ts'

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
  ])('refuses %s', (_, body, code) => expect(refusal(body)).toBe(code))

  test('a table that is no longer updated is refused, one late by a shutdown is not', () => {
    expect(parse(table(), '2026-08-30T00:00:00Z').rejected).toEqual([])
    expect(refusal(table(), '2026-10-01T00:00:00Z')).toBe('TABLE_FROZEN')
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
