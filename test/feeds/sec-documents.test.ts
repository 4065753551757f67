import { describe, expect, test } from 'vitest'
import { companies } from '../../data/companies.ts'
import { feedFor } from '../../pipeline/feeds/index.ts'
import { secDocuments } from '../../pipeline/feeds/sec-documents.ts'
import { report } from '../filings/passages.ts'
import { recordingOf } from '../recording-of.ts'
import { flattened } from '../rows.ts'
import { readingOf, refusalOf } from './reading.ts'

const folder = 'https://www.sec.gov/Archives/edgar/data/1050446/000119312526016002'
const url = `${folder}/mstr-20260105.htm`
const { parse: read, refusal } = readingOf(url, '2026-01-20T13:05:00Z')
const parse = (body: string) => flattened(read(body))

describe('match', () => {
  test.each(companies.filter(({ market }) => market === 'us').map(({ code }) => code.replace(/^0+/u, '')))(
    'documents of %s',
    (cik) => {
      expect(feedFor(`https://www.sec.gov/Archives/edgar/data/${cik}/000119312526016002/a-b_c.htm`)?.id).toBe('sec-documents')
    },
  )

  test.each([
    'https://www.sec.gov/Archives/edgar/data/320193/000119312526016002/a.htm',
    `${folder}/xslF345X05/form4.xml`,
    `${folder}/0001193125-26-016002.txt`,
    `${folder}/a.pdf`,
    `${folder}/a.htm?x=1`,
    `${folder.replace('https', 'http')}/a.htm`,
    'https://www.sec.gov/Archives/edgar/data/1050446/00011931252601600/a.htm',
    'https://example.org/Archives/edgar/data/1050446/000119312526016002/a.htm',
  ])('not %s', (url) => expect(secDocuments.match(new URL(url))).toBe(false))
})

describe('parse', () => {
  test('spans carry the filing, the filer and the address', () => {
    const { rows, rejected, next } = read(report('<p>As of May 3, we hold 6 BTC.</p>'))
    expect(rows.span).toEqual([
      {
        accession: '0001193125-26-016002',
        company: 'us:0001050446',
        url,
        seq: 0,
        kind: 'sentence',
        place: 'paragraph 3, sentence 1',
        text: 'As of May 3, we hold 6 BTC.',
        heading: 'FORM 8-K',
        context: '',
        label: '',
        section: 'FORM 8-K',
        terms: '',
      },
    ])
    expect([Object.keys(rows), rejected, next]).toEqual([['span'], [], []])
  })

  test.each([
    ['', 'FILING_EMPTY'],
    ['{}', 'FILING_NOT_HTML'],
    [report('').slice(0, -9), 'FILING_CUT_SHORT'],
    [report('', 'EXHIBIT 99.1'), 'COVER_WITHOUT_FORM'],
    ['<html><title>SEC.gov | Undeclared Automated Tool</title>Request Rate Threshold Exceeded</html>', 'FILING_REFUSED'],
  ])('refused: %s', (body, code) => expect(refusal(body)).toBe(code))

  test('refused: an answer with another status', () => {
    const body = Buffer.from(report(''))
    const recording = { ...recordingOf(url, body, '2026-01-20T13:05:00Z'), status: 403 }
    expect(refusalOf(() => secDocuments.parse(body, recording))).toBe('SEC_STATUS')
  })

  test('passages on what may still be sold are kept of a current report, not of a periodic one', () => {
    const said = '<p>As of May 3, $6 million of Shares remained available for issuance and sale.</p>'
    expect(parse(report(said)).span).toHaveLength(1)
    const [periodic] = parse(report(said, 'FORM 10-Q')).reports
    expect(periodic?.spans).toEqual([])
  })

  test('an amendment is read, other forms are not', () => {
    const said = '<p>As of May 3, we hold 6 BTC.</p>'
    expect(parse(report(said, 'FORM 8-K/A')).span).toHaveLength(1)
    for (const form of ['FORM 10-Q', 'FORM 10-K', 'FORM 6-K']) expect(parse(report(said, form)).span).toHaveLength(0)
  })

  test('a 40-F is a cover: its report is in the exhibits of the complete submission', () => {
    const text = '<p>As of May 3, we hold 6 BTC.</p>'
    expect(parse(report(text, 'FORM 20-F')).reports).toHaveLength(1)
    expect(read(report(text, 'FORM 40-F'))).toEqual({ rows: {}, rejected: [], next: [] })
  })
})

describe('an amended periodic report', () => {
  const tagged = (concept: string) =>
    `<ix:header><ix:resources><xbrli:context id="c"><xbrli:entity><xbrli:identifier scheme="x">0001050446</xbrli:identifier></xbrli:entity><xbrli:period><xbrli:instant>2025-12-31</xbrli:instant></xbrli:period></xbrli:context><xbrli:unit id="u"><xbrli:measure>iso4217:USD</xbrli:measure></xbrli:unit></ix:resources></ix:header><p><ix:nonFraction name="${concept}" contextRef="c" unitRef="u" decimals="0">5</ix:nonFraction></p>`
  const filed = (form: string, concept: string) => {
    const names =
      '<html xmlns:ix="http://www.xbrl.org/2013/inlineXBRL" xmlns:us-gaap="http://fasb.org/us-gaap/2025" xmlns:dei="http://xbrl.sec.gov/dei/2025" xmlns:xbrli="http://www.xbrl.org/2003/instance" xmlns:iso4217="http://www.xbrl.org/2003/iso4217">'
    return parse(report(tagged(concept), form).replace('<html>', names)).reports
  }

  test('is a report where it states a balance sheet anew, and none where it adds a part', () => {
    expect(filed('FORM 10-K/A', 'us-gaap:Assets').map(({ form, facts }) => [form, facts.length])).toEqual([['10-K/A', 1]])
    expect(filed('FORM 10-K/A', 'dei:EntityPublicFloat')).toEqual([])
    expect(filed('FORM 10-K', 'dei:EntityPublicFloat')).toHaveLength(1)
  })
})
