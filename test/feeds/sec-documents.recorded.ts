import { describe, expect, test } from 'vitest'
import { bytesOf, documents } from '../filings/recorded.ts'
import { flattened } from '../rows.ts'
import { readingAt } from './reading.ts'

const folder = 'https://www.sec.gov/Archives/edgar/data/1050446'
const { parse: read } = readingAt('2026-01-20T13:05:00Z')
const parse = (body: Uint8Array, accession = '0001193125-26-016002') =>
  flattened(read(`${folder}/${accession.replaceAll('-', '')}/d1.htm`, body))

describe('recorded bodies', () => {
  test('every current report with an address is taken and read; 5 to 200 spans where it speaks of holdings', () => {
    for (const row of documents.filter((document) => document.accession !== null && document.whole)) {
      const { span: spans } = parse(bytesOf(row.file), row.accession!)
      if (row.count !== null) expect(spans.length, row.file).toBeGreaterThan(2)
      expect(spans.length, row.file).toBeLessThan(200)
      expect(spans.every((span, index) => span.seq === index && span.accession === row.accession)).toBe(true)
    }
  })

  test('a quarterly report is a report with its tags and passages, and no current one', () => {
    const { span, reports, next } = parse(bytesOf('sec/filings/mstr_10q_10-Q-2022-05-03.html'))
    expect([span, next]).toEqual([[], []])
    expect(reports.map(({ form, facts, spans: own }) => [form, facts.length > 500, own.length > 100])).toEqual([
      ['10-Q', true, true],
    ])
  })
})
