import { describe, expect, test } from 'vitest'
import { feedFor } from '../../pipeline/feeds/index.ts'
import { secCompleteSubmissions } from '../../pipeline/feeds/sec-complete-submissions.ts'
import { secDocuments } from '../../pipeline/feeds/sec-documents.ts'
import { extractTotals } from '../../pipeline/treasuries/extract-totals.ts'
import { withStatementRows } from '../../pipeline/treasuries/report-rows.ts'
import { load } from '../../pipeline/warehouse/companies/load.ts'
import type { Load } from '../../pipeline/warehouse/load/load.ts'
import { select } from '../../pipeline/warehouse/store.ts'
import { emptyStore } from '../empty-store.ts'
import { context, inlineDocument, instant, measure, member, segment, unit } from '../filings/inline.ts'
import { report } from '../filings/passages.ts'
import { recordingOf } from '../recording-of.ts'
import { flattened } from '../rows.ts'
import { refusalOf } from './reading.ts'

const ddc = '0001808110'
const accession = '0001213900-25-000001'
const root = 'https://www.sec.gov/Archives/edgar/data/1808110'
const bytes = (text: string) => new TextEncoder().encode(text)
const document = (type: string, filename: string, text: string) =>
  `<DOCUMENT>\n<TYPE>${type}\n<SEQUENCE>1\n<FILENAME>${filename}\n<TEXT>\n${text}\n</TEXT>\n</DOCUMENT>\n`
const submission = (form: string, documents: string, of = accession) => `<SEC-DOCUMENT>${of}.txt : 20251020
<SEC-HEADER>${of}.hdr.sgml : 20251020
<ACCEPTANCE-DATETIME>20251020163002
ACCESSION NUMBER:\t\t${of}
CONFORMED SUBMISSION TYPE:\t${form}
CONFORMED PERIOD OF REPORT:\t20251017
FILED AS OF DATE:\t\t20251020
FILER:\n\tCOMPANY DATA:\n\t\tCENTRAL INDEX KEY:\t\t\t${ddc}
</SEC-HEADER>
${documents}</SEC-DOCUMENT>\n`
const says = (coins: string) => `<p>As of October 15, 2025, the Company held a total of ${coins} BTC.</p>`
const parse = (text: string, url = `${root}/${accession}.txt`) =>
  flattened(secCompleteSubmissions.parse(bytes(text), recordingOf(url, text, '2025-10-20T21:00:00Z')))

describe('match', () => {
  test.each([`${root}/${accession}.txt`, `${root}/${accession.replaceAll('-', '')}/${accession}.txt`])('%s', (url) =>
    expect(feedFor(url)?.id).toBe('sec-complete-submissions'),
  )

  test.each([
    `https://www.sec.gov/Archives/edgar/data/320193/${accession}.txt`,
    `${root}/${accession}.txt?x=1`,
    `${root}/${accession}-index.htm`,
    `${root}/${accession.replaceAll('-', '')}.txt`,
    `http://www.sec.gov/Archives/edgar/data/1808110/${accession}.txt`,
  ])('not %s', (url) => expect(secCompleteSubmissions.match(new URL(url))).toBe(false))
})

describe('parse', () => {
  test('a 6-K: the report and its press release, each with its address, and the filing with the true time of acceptance', () => {
    const { span: spans, filing: filings } = parse(
      submission(
        '6-K',
        document('6-K', 'a.htm', report(says('1,083'), 'FORM 6-K')) +
          document('EX-10.1', 'b.htm', report(says('5'))) +
          document('EX-99.1', 'c.htm', report(says('1,084'))),
      ),
    )
    const folder = `${root}/${accession.replaceAll('-', '')}`
    expect(spans.map(({ url, seq, place, text }) => [url, seq, place, /[\d,]+(?= BTC)/u.exec(text)?.[0]])).toEqual([
      [`${folder}/a.htm`, 0, 'paragraph 3, sentence 1', '1,083'],
      [`${folder}/c.htm`, 0, 'EX-99.1, paragraph 3, sentence 1', '1,084'],
    ])
    expect(filings).toEqual([
      {
        company: `us:${ddc}`,
        accession,
        form: '6-K',
        filing_date: '2025-10-20',
        report_date: '2025-10-17',
        accepted_at: '2025-10-20T20:30:02.000Z',
        items: '',
        url: `${folder}/a.htm`,
      },
    ])
  })

  test('an 8-K: its exhibits alone, for its primary document is read by itself', () => {
    const documents = document('8-K', 'a.htm', report(says('1'))) + document('EX-99.1', 'b.htm', report(says('2')))
    const { span: spans, filing: filings } = parse(submission('8-K', documents))
    expect(spans.map(({ place }) => place)).toEqual(['EX-99.1, paragraph 3, sentence 1'])
    expect(filings).toEqual([])
  })

  test('two exhibits of one type keep apart; pictures, text and other forms are passed over', () => {
    const exhibits = document('EX-99.1', 'b.htm', report(says('2'))) + document('EX-99.1', 'c.htm', report(says('3')))
    const others = document('EX-99.2', 'd.pdf', '<PDF>\nx\n</PDF>') + document('EX-99.3', 'e.txt', 'we held 9 BTC')
    expect(parse(submission('8-K', exhibits + others)).span.map(({ place }) => place)).toEqual([
      'EX-99.1 (b.htm), paragraph 3, sentence 1',
      'EX-99.1 (c.htm), paragraph 3, sentence 1',
    ])
    expect(parse(submission('424B5', exhibits)).span).toEqual([])
  })

  test.each<[string, string, number?]>([
    ['SUBMISSION_HEADER', '<html><title>SEC.gov | Request Rate Threshold Exceeded</title></html>'],
    ['SUBMISSION_HEADER', submission('6-K', document('6-K', 'a.htm', report(''))).replace('FILED AS OF', 'DATED AS OF')],
    ['SUBMISSION_CUT_SHORT', submission('6-K', document('6-K', 'a.htm', report(''))).slice(0, -20)],
    ['SUBMISSION_CUT_SHORT', submission('6-K', document('6-K', 'a.htm', report('')).slice(0, -30))],
    ['NOT_A_SUBMISSION', submission('6-K', '')],
    ['OTHER_SUBMISSION', submission('6-K', document('6-K', 'a.htm', report('')), '0001213900-25-000002')],
    ['OTHER_SUBMISSION', submission('6-K', document('6-K', 'a.htm', report(''))).replace(ddc, '0000320193')],
    ['SUBMISSION_DAY', submission('6-K', document('6-K', 'a.htm', report(''))).replace('DATE:\t\t20251020', 'DATE:\t\t20251320')],
  ])('refused: %s', (code, text) => {
    expect(refusalOf(() => parse(text))).toBe(code)
  })
})

describe('a 40-F: one report of its cover and its exhibits', () => {
  const number = (name: string, amount: string, id: string, context = 'year', unit = 'usd') =>
    `<ix:nonFraction name="${name}" contextRef="${context}" unitRef="${unit}" decimals="0" format="ixt:num-dot-decimal" id="${id}">${amount}</ix:nonFraction>`
  const row = (label: string, cell: string) => `<tr><td>${label}</td><td>${cell}</td></tr>`
  const cover = inlineDocument(
    `<p>FORM 40-F</p><ix:nonNumeric name="dei:DocumentType" contextRef="year">40-F</ix:nonNumeric> for the year ended
     <ix:nonNumeric name="dei:DocumentPeriodEndDate" contextRef="year">2025-09-30</ix:nonNumeric>`,
    {
      resources:
        context('year', instant('2025-09-30')) +
        context('bitcoin', instant('2025-09-30'), segment(member('srt:CryptoAssetAxis', 'xyz:BitcoinMember'))) +
        unit('coins', measure('xyz:Bitcoin')),
    },
  ).replaceAll('0001946573', ddc)
  const statements = `<html xmlns:ix="http://www.xbrl.org/2013/inlineXBRL"><body><p>Statement of financial position</p><table>
    ${row('Cash', number('ifrs-full:CashAndCashEquivalents', '30,000,000', 's1'))}
    ${row('Total assets', number('ifrs-full:Assets', '200,000,000', 's2'))}
    ${row('Total liabilities', number('ifrs-full:Liabilities', '20,000,000', 's3'))}
    ${row('Total liabilities and equity', number('ifrs-full:EquityAndLiabilities', '200,000,000', 's4'))}
    </table><p>Digital assets</p><table>${row('Number of bitcoins held', number('xyz:CryptoAssetNumberOfUnits', '1,000', 's5', 'bitcoin', 'coins'))}</table>
    </body></html>`
  const filed =
    document('40-F', 'cover.htm', cover) +
    document('EX-99.1', 'aif.htm', report('<p>The Company mined 90 bitcoin in 2024.</p>')) +
    document('EX-99.2', 'fs.htm', statements) +
    document('EX-99.3', 'mda.htm', report('<p>As of September 30, 2025, the Company held 1,000 BTC.</p>')) +
    document('EX-99.4', 'ceo.htm', report('<p>I have reviewed this report.</p>')) +
    document('EX-101.SCH', 'x.xsd', '<XBRL/>')
  const read = (text: string) =>
    secCompleteSubmissions.parse(bytes(text), recordingOf(`${root}/${accession}.txt`, text, '2025-10-20T21:00:00Z'))
  const folder = `${root}/${accession.replaceAll('-', '')}`

  test('tags of the statements, in contexts and units of the cover; passages of every document with their own address', () => {
    const parsed = read(submission('40-F', filed))
    expect(parsed.rows).toEqual({})
    const [first, ...others] = parsed.reports ?? []
    expect(others).toEqual([])
    expect(first).toMatchObject({ company: `us:${ddc}`, accession, form: '40-F', url: `${folder}/fs.htm` })
    expect(first?.facts.map(({ concept, value, unit, context }) => [concept, value, unit, context.end])).toEqual([
      ['dei:DocumentType', '40-F', null, '2025-09-30'],
      ['dei:DocumentPeriodEndDate', '2025-09-30', null, '2025-09-30'],
      ['ifrs-full:CashAndCashEquivalents', '30000000', 'iso4217:USD', '2025-09-30'],
      ['ifrs-full:Assets', '200000000', 'iso4217:USD', '2025-09-30'],
      ['ifrs-full:Liabilities', '20000000', 'iso4217:USD', '2025-09-30'],
      ['ifrs-full:EquityAndLiabilities', '200000000', 'iso4217:USD', '2025-09-30'],
      ['xyz:CryptoAssetNumberOfUnits', '1000', 'xyz:Bitcoin', '2025-09-30'],
    ])
    expect(first?.spans.map(({ url, place }) => [url, place])).toEqual([
      [`${folder}/aif.htm`, 'EX-99.1, paragraph 3, sentence 1'],
      [`${folder}/fs.htm`, 'EX-99.2, table 2, row 1, column 1'],
      [`${folder}/fs.htm`, 'EX-99.2, table 2, row 1, column 2'],
      [`${folder}/mda.htm`, 'EX-99.3, paragraph 3, sentence 1'],
    ])
  })

  test('its lines are read like those of a 20-F', () => {
    const { rows } = withStatementRows(read(submission('40-F', filed)))
    expect(rows.report).toMatchObject([{ accession, form: '40-F', period_end: '2025-09-30', currency: 'USD', unreadable: null }])
    expect(rows.statement_line).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ line: 'total_assets', value: '200000000' }),
        expect.objectContaining({ line: 'cash', value: '30000000' }),
      ]),
    )
    expect(rows.stated_count).toEqual(expect.arrayContaining([expect.objectContaining({ coins: '1000', how: 'dimension' })]))
  })

  test('one without exhibits that can be read is a report without figures', () => {
    const { rows } = withStatementRows(
      read(submission('40-F', document('40-F', 'cover.htm', cover) + document('EX-99.2', 'fs.pdf', '<PDF>'))),
    )
    expect(rows.report).toMatchObject([{ accession, form: '40-F', url: `${folder}/cover.htm` }])
    expect(rows.statement_line).toEqual([])
  })
})

describe('an 8-K and its exhibit', () => {
  const of = '0001104659-25-000001'
  const cik = '0001507605'
  const primary = `https://www.sec.gov/Archives/edgar/data/1507605/${of.replaceAll('-', '')}/a.htm`
  const led = `https://www.sec.gov/Archives/edgar/data/1507605/${of}.txt`
  const furnished = '<p>On November 3, 2025, the Company furnished a press release on bitcoin as Exhibit 99.1.</p>'
  test('loaded in either order they leave the same rows and the same figure', async () => {
    const text = submission(
      '8-K',
      document('EX-99.1', 'b.htm', report(says('5,200').replace('15, 2025', '31, 2025'))),
      of,
    ).replace(ddc, cik)
    const loads: Load[] = [
      { url: primary, body: report(furnished), feed: secDocuments, at: '2025-11-03T14:00:00Z' },
      { url: led, body: text, feed: secCompleteSubmissions, at: '2025-11-03T14:05:00Z' },
    ].map(({ url, body, feed, at }) => {
      const recording = recordingOf(url, body, at)
      return { recording, feed: feed.id, parsed: withStatementRows(feed.parse(bytes(body), recording)) }
    })
    const rowsOf = async (order: readonly Load[]) => {
      const store = await emptyStore()
      for (const one of order) await load(store, [one], extractTotals)
      const rows = [
        await select(store, 'SELECT accession, url, seq, place FROM span ORDER BY ALL'),
        await select(store, 'SELECT value::VARCHAR AS value, status, place, url, recording FROM extraction ORDER BY ALL'),
      ]
      await store.close()
      return rows
    }
    const forwards = await rowsOf(loads)
    expect(forwards[0]).toHaveLength(2)
    expect(forwards[1]).toMatchObject([
      {
        value: '5200.00000000',
        status: 'held',
        place: 'EX-99.1, paragraph 3, sentence 1',
        url: primary.replace('a.htm', 'b.htm'),
      },
    ])
    expect(await rowsOf([...loads].reverse())).toEqual(forwards)
  })
})
