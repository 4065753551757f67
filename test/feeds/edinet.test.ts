import { describe, expect, test } from 'vitest'
import { edinetDocuments } from '../../pipeline/feeds/edinet-documents.ts'
import { edinetList } from '../../pipeline/feeds/edinet-list.ts'
import { feedFor } from '../../pipeline/feeds/index.ts'
import { withoutCredential } from '../../pipeline/http/credentials.ts'
import { annualName, cells, cover, csv, dei, packageOf, passage } from '../filings/edinet-package.ts'
import { codeOf, documented, listed, listOf, packageAt, root } from './edinet-bodies.ts'
import { stateAt } from './reading.ts'

const row = {
  seqNumber: 1,
  docID: 'S100AAAA',
  edinetCode: 'E02978',
  docTypeCode: '120',
  periodEnd: '2025-12-31',
  submitDateTime: '2026-03-27 15:30',
  withdrawalStatus: '0',
  disclosureStatus: '0',
  csvFlag: '1',
}
const page = (...results: unknown[]) => ({
  metadata: { resultset: { count: results.length }, status: '200', message: 'OK' },
  results,
})

describe('the list of a day', () => {
  test('the ten days to today in Tokyo are asked for every time, no weekend among them', () => {
    const urls = edinetList.plan(stateAt('2026-11-20T16:00:00Z')).map(({ url }) => url)
    expect(urls).toEqual(
      ['2026-11-12', '2026-11-13', '2026-11-16', '2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20'].map(listOf),
    )
    for (const url of urls) expect(feedFor(url)).toBe(edinetList)
  })

  test('the oldest of them leads to the weekdays before it, to 240 days back; the others do not', () => {
    const { next } = listed(page(), '2026-11-12', '2026-11-20T16:00:00Z')
    expect([next[0]?.url, next.at(-1)?.url, next.length]).toEqual([listOf('2026-11-11'), listOf('2026-03-26'), 165])
    expect(listed(page(), '2026-11-13', '2026-11-20T16:00:00Z').next).toEqual([])
    expect(listed(page(), '2026-05-01', '2026-11-20T16:00:00Z').next).toEqual([])
  })

  test.each([
    ['of another type', `${root}.json?date=2026-06-30&type=1`],
    ['without a day', `${root}.json?type=2`],
    ['of no day', `${root}.json?date=2026-02-30&type=2`],
    ['with a key in it', `${listOf('2026-06-30')}&Subscription-Key=0123`],
    ['of another host', listOf('2026-06-30').replace('api.', 'disclosure.')],
    ['of a document as PDF', `${root}/S100YN95?type=2`],
    ['of no document', `${root}/..%2F..%2Fx?type=5`],
  ])('no address %s is taken', (_, url) => {
    expect(feedFor(url)).toBeNull()
  })

  test('a key in a recorded address is taken out of it', () => {
    expect(withoutCredential(`${listOf('2026-06-30')}&Subscription-Key=0123`)).toBe(listOf('2026-06-30'))
  })

  test('a document of the roster is a filing, and its report is asked for', () => {
    const { filing, next, rejected } = listed(page(row))
    expect(filing).toEqual([
      {
        company: 'jp:E02978',
        accession: 'S100AAAA',
        form: '120',
        filing_date: '2026-03-27',
        report_date: '2025-12-31',
        accepted_at: '2026-03-27T06:30:00Z',
        items: '',
        url: 'https://disclosure2.edinet-fsa.go.jp/WZEK0040.aspx?S100AAAA',
      },
    ])
    expect([next.map(({ url }) => url), rejected]).toEqual([[packageAt('S100AAAA')], []])
    expect(feedFor(next[0]?.url ?? '')).toBe(edinetDocuments)
  })

  test.each([
    ['an extraordinary report', { docTypeCode: '180', periodEnd: null }, 1],
    ['a report without its CSV', { csvFlag: '0' }, 1],
    ['somebody else’s', { edinetCode: 'E00659' }, 0],
    ['nobody’s', { edinetCode: null }, 0],
    ['one that is not disclosed', { disclosureStatus: '2' }, 0],
  ])('%s leads nowhere', (_, other, filings) => {
    const read = listed(page({ ...row, ...other }))
    expect([read.filing.length, read.next, read.rejected]).toEqual([filings, [], []])
  })

  test('an amendment, and a semi-annual report, are reports', () => {
    const rows = ['130', '160', '170'].map((docTypeCode, at) => ({ ...row, docTypeCode, docID: `S100AAA${at}`, periodEnd: null }))
    expect(listed(page(...rows)).next).toHaveLength(3)
  })

  test('a withdrawn one is told of by its id alone', () => {
    const gone = Object.fromEntries(Object.keys(row).map((name) => [name, null]))
    const read = listed(page({ ...gone, seqNumber: 1, docID: 'S100AAAA', withdrawalStatus: '2' }, row))
    expect([read.withdrawal, read.filing.length, read.rejected]).toEqual([[{ accession: 'S100AAAA' }], 1, []])
  })

  test.each([
    ['no object', null, 'its document id is invalid'],
    ['no id', { ...row, docID: '../../etc' }, 'its document id is invalid'],
    ['no time', { ...row, submitDateTime: '2026-03-27 25:00' }, 'its submission time is invalid'],
    ['no day', { ...row, submitDateTime: '2026-02-30 12:00' }, 'its submission time is invalid'],
    ['no type', { ...row, docTypeCode: '12' }, 'its document type is invalid'],
    ['no period', { ...row, periodEnd: '2025-13-31' }, 'the end of its period is not a date'],
  ])('a row with %s is rejected alone', (_, bad, reason) => {
    const read = listed(page(bad, { ...row, docID: 'S100BBBB' }))
    expect(read.rejected.map((each) => [each.rule, each.reason])).toEqual([['list-row', reason]])
    expect(read.filing.map(({ accession }) => accession)).toEqual(['S100BBBB'])
  })

  test('an error inside a 200, of either shape, is one; so is a list cut short', () => {
    const gateway = '{"StatusCode":401,"message":"Access denied due to invalid subscription key."}'
    expect(codeOf(() => listed(gateway))).toBe('EDINET_STATUS')
    expect(() => listed(gateway)).toThrow('check EDINET_API_KEY')
    expect(codeOf(() => listed({ metadata: { status: '404', message: 'Not Found' } }))).toBe('EDINET_STATUS')
    expect(codeOf(() => listed({}))).toBe('EDINET_STATUS')
    expect(codeOf(() => listed({ metadata: { status: '200' } }))).toBe('LIST_MISSING')
    expect(codeOf(() => listed({ ...page(row), results: [] }))).toBe('LIST_CUT')
    expect(codeOf(() => listed('<html></html>'))).toBe('BODY_IS_HTML')
    expect(codeOf(() => listed(''))).toBe('BODY_EMPTY')
  })
})

describe('the package of a document', () => {
  const report = csv(
    ...cover,
    cells('jppfs_cor:Assets', 'CurrentYearInstant', '1000'),
    passage('jpcrp_cor:BusinessRisksTextBlock', '当連結会計年度末現在、100BTCを保有しております。'),
    passage('jpcrp_cor:OverviewTextBlock', '本社は東京都にあります。'),
    passage('jpigp_cor:NotesBorrowingsConsolidatedFinancialStatementsIFRSTextBlock', '借入金'),
  )

  test('gives the report of a company of the roster, whose it is by its rows, with all its passages', () => {
    const { reports, rejected } = documented(packageOf({ [annualName]: report }))
    expect(reports.map(({ accession, company, form, url }) => [accession, company, form, url])).toEqual([
      ['S100YN95', 'jp:E33864', 'annual securities report', 'https://disclosure2.edinet-fsa.go.jp/WZEK0040.aspx?S100YN95'],
    ])
    expect(reports[0]?.texts.map(({ concept }) => concept)).toEqual([
      'jpcrp_cor:BusinessRisksTextBlock',
      'jpcrp_cor:OverviewTextBlock',
      'jpigp_cor:NotesBorrowingsConsolidatedFinancialStatementsIFRSTextBlock',
    ])
    expect(rejected).toEqual([])
  })

  test('of anybody else it gives nothing', () => {
    const others = csv(...cover.filter(([name]) => name !== 'jpdei_cor:EDINETCodeDEI'), dei('EDINETCode', 'E00001'))
    const body = packageOf({ [annualName.replace('E33864', 'E00001')]: others })
    expect(documented(body).reports).toEqual([])
  })

  test.each([
    ['JSON without an error', '{"metadata":{"status":"200"}}', 'NOT_A_PACKAGE'],
    ['a web page', '<!DOCTYPE html><html></html>', 'BODY_IS_HTML'],
    ['nothing', '', 'BODY_EMPTY'],
    ['a PDF', '%PDF-1.7', 'BODY_NOT_JSON'],
    ['half an archive', packageOf({ [annualName]: report }).subarray(0, -30), 'NOT_A_ZIP'],
  ])('%s is refused', (_, body, code) => {
    expect(codeOf(() => documented(body))).toBe(code)
  })
})
