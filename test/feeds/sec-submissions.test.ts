import { describe, expect, test } from 'vitest'
import { rosterOf } from '../../data/companies.ts'
import { ParseError } from '../../pipeline/errors.ts'
import { feedFor } from '../../pipeline/feeds/index.ts'
import { secDocuments } from '../../pipeline/feeds/sec-documents.ts'
import { secSubmissions } from '../../pipeline/feeds/sec-submissions.ts'
import { flattened } from '../rows.ts'
import { refusalOf, stateAt } from './reading.ts'
import { type Columns, columns, recording, root } from './sec-columns.ts'
import filings from './sec-submissions.json' with { type: 'json' }

const page = (recent: unknown, cik: unknown = '0001050446', files: unknown = []) => ({ cik, filings: { recent, files } })
const parse = (body: unknown, of = recording()) =>
  flattened(secSubmissions.parse(new TextEncoder().encode(typeof body === 'string' ? body : JSON.stringify(body)), of))

describe('plan and match', () => {
  const state = (sample: boolean) => ({ ...stateAt('2026-11-20T12:00:00Z'), roster: rosterOf(sample) })

  test('one request a filer, invented ones in sample data only', () => {
    const real = secSubmissions.plan(state(false)).map((request) => request.url)
    expect(real).toHaveLength(62)
    expect(real[0]).toBe(`${root}CIK0001050446.json`)
    expect(secSubmissions.plan(state(true)).map((request) => request.url)).toEqual(
      [1, 2, 3, 4, 5].map((digit) => `${root}CIK000990000${digit}.json`),
    )
    for (const sample of [true, false])
      for (const request of secSubmissions.plan(state(sample))) expect(feedFor(request.url)).toBe(secSubmissions)
  })

  test('older pages and any company; no other host or scheme', () => {
    expect(feedFor(`${root}CIK0001050446-submissions-001.json`)).toBe(secSubmissions)
    expect(feedFor(`${root}CIK0000320193.json`)).toBe(secSubmissions)
    for (const url of [
      `${root}CIK1050446.json`,
      `${root}CIK0001050446.json?x=1`,
      'http://data.sec.gov/submissions/CIK0001050446.json',
      'https://www.sec.gov/submissions/CIK0001050446.json',
    ])
      expect(secSubmissions.match(new URL(url))).toBe(false)
  })
})

describe('parse', () => {
  test('rows, the time read as New York time, and where a page leads', () => {
    const parsed = parse(page(columns(), '1050446', [{ name: 'CIK0001050446-submissions-001.json' }]))
    expect(parsed.filing).toEqual([
      {
        company: 'us:0001050446',
        accession: '0001193125-26-016002',
        form: '8-K',
        filing_date: '2026-01-20',
        report_date: '2026-01-20',
        accepted_at: '2026-01-20T13:00:28.000Z',
        items: '7.01,8.01',
        url: 'https://www.sec.gov/Archives/edgar/data/1050446/000119312526016002/mstr-20260105.htm',
      },
      expect.objectContaining({ report_date: null, accepted_at: '2020-07-31T20:05:00.000Z' }),
      expect.objectContaining({
        items: '',
        url: 'https://www.sec.gov/Archives/edgar/data/1050446/000000000001000003/0000000000-01-000003.txt',
      }),
    ])
    expect(parsed.next).toEqual([
      { feed: 'sec-submissions', upstream: 'sec', url: `${root}CIK0001050446-submissions-001.json` },
      { feed: 'sec-documents', upstream: 'sec', url: parsed.filing[0]?.url },
    ])
    expect(parsed.rejected).toEqual([])
  })

  test('an older page is the columns bare', () => {
    expect(parse(columns(), recording('CIK0001050446-submissions-001.json')).filing).toHaveLength(3)
    expect(() => parse(columns())).toThrow(ParseError)
  })

  test('current reports under 2.02, 7.01 or 8.01 and periodic reports, since 2020-08-01 with an HTML document, are followed, newest first', () => {
    const rows = filings as [string, string, string, string][]
    const parsed = parse(
      page({
        accessionNumber: rows.map((_, index) => `0001193125-24-00000${index}`),
        filingDate: rows.map((row) => row[1]),
        reportDate: rows.map(() => ''),
        acceptanceDateTime: rows.map((row) => `${row[1]}T08:00:00.000Z`),
        form: rows.map((row) => row[0]),
        items: rows.map((row) => row[2]),
        primaryDocument: rows.map((row) => row[3]),
      }),
    )
    expect(parsed.filing).toHaveLength(rows.length)
    expect(parsed.next.map((request) => request.url.slice(-6))).toEqual(['/c.htm', '/b.html'.slice(-6), '/a.htm', '/e.htm'])
    for (const request of parsed.next) expect(secDocuments.match(new URL(request.url))).toBe(true)
  })

  type Row = readonly [form: string, filed: string, items: string, document: string]
  const pageOf = (rows: readonly Row[], cik: string, files: unknown = []) =>
    page(
      {
        accessionNumber: rows.map((_, index) => `0001193125-24-0000${String(index).padStart(2, '0')}`),
        filingDate: rows.map((row) => row[1]),
        reportDate: rows.map(() => ''),
        acceptanceDateTime: rows.map((row) => `${row[1]}T08:00:00.000Z`),
        form: rows.map((row) => row[0]),
        items: rows.map((row) => row[2]),
        primaryDocument: rows.map((row) => row[3]),
      },
      cik,
      files,
    )
  const asked = (rows: readonly Row[], cik: string, files?: unknown) =>
    parse(pageOf(rows, cik, files), recording(`CIK${cik}.json`)).next.map(({ feed, url }) => `${feed} ${url.split('/').at(-1)}`)

  test('of a filer nobody compared current reports of: those of thirteen months, and older pages that reach into them', () => {
    const rows: Row[] = [
      ['8-K', '2026-06-01', '8.01', 'a.htm'],
      ['8-K', '2025-05-29', '2.02,9.01', 'b.htm'],
      ['8-K', '2025-06-02', '1.01,9.01', 'x.htm'],
      ['8-K', '2025-05-28', '8.01', 'c.htm'],
      ['10-K', '2024-02-01', '', 'd.htm'],
    ]
    const older = (number: string, filingTo: string) => ({ name: `CIK0001507605-submissions-${number}.json`, filingTo })
    expect(asked(rows, '0001507605', [older('001', '2025-06-01'), older('002', '2025-05-01')])).toEqual([
      'sec-submissions CIK0001507605-submissions-001.json',
      'sec-documents a.htm',
      'sec-documents b.htm',
      'sec-complete-submissions 0001193125-24-000001.txt',
      'sec-documents d.htm',
    ])
  })

  test('of a foreign private issuer: complete submissions of its 6-Ks, and its newest annual report', () => {
    const rows: Row[] = [
      ['6-K', '2026-06-01', '', 'a.htm'],
      ['6-K/A', '2026-05-01', '', 'scan.pdf'],
      ['20-F', '2026-04-01', '', 'c.htm'],
      ['20-F', '2025-04-01', '', 'd.htm'],
      ['6-K', '2025-01-01', '', 'e.htm'],
    ]
    expect(asked(rows, '0001899123')).toEqual([
      'sec-complete-submissions 0001193125-24-000000.txt',
      'sec-complete-submissions 0001193125-24-000001.txt',
      'sec-documents c.htm',
    ])
  })

  test('of a 40-F, whose document is a cover, the complete submission', () => {
    const rows: Row[] = [
      ['40-F', '2026-06-29', '', 'cover.htm'],
      ['40-F', '2025-06-27', '', 'older.htm'],
    ]
    expect(asked(rows, '0001720424')).toEqual(['sec-complete-submissions 0001193125-24-000000.txt'])
  })

  test('of periodic reports five, with their amendments, and none from older pages', () => {
    const rows: Row[] = [
      ['10-K/A', '2026-04-29', '', 'a.htm'],
      ...['2026-03-01', '2025-11-01', '2025-08-01', '2025-05-01', '2025-03-01', '2024-11-01'].map(
        (day, i): Row => ['10-Q', day, '', `q${i}.htm`],
      ),
      ['10-Q/A', '2024-10-01', '', 'z.htm'],
    ]
    const documents = ['a', 'q0', 'q1', 'q2', 'q3', 'q4'].map((name) => `sec-documents ${name}.htm`)
    expect(asked(rows, '0001507605')).toEqual(documents)
    const { recent } = pageOf(rows, '0001507605').filings
    expect(parse(recent, recording('CIK0001507605-submissions-001.json')).next).toEqual([])
  })

  test.each<[string, (row: Columns) => void]>([
    ['accession', (row) => (row['accessionNumber']![0] = '1193125-26-016002')],
    ['filing day', (row) => (row['filingDate']![0] = '2026-02-30')],
    ['report day', (row) => (row['reportDate']![0] = 'June')],
    ['time', (row) => (row['acceptanceDateTime']![0] = '2026-01-20T25:00:00.000Z')],
    ['form', (row) => (row['form']![0] = '')],
    ['items', (row) => (row['items']![0] = null)],
    ['document', (row) => (row['primaryDocument']![0] = '../../x.htm')],
    ['repeated', (row) => (row['accessionNumber']![1] = '0001193125-26-016002')],
  ])('one bad row is rejected alone: %s', (_, spoil) => {
    const rows = columns()
    spoil(rows)
    const parsed = parse(page(rows))
    expect(parsed.filing).toHaveLength(2)
    expect(parsed.rejected).toHaveLength(1)
    expect(parsed.rejected[0]?.reason).not.toBe('')
    expect(parsed.rejected[0]!.row.length).toBeLessThanOrEqual(500)
  })

  test.each<[string, unknown]>([
    ['BODY_IS_HTML', '<html><body>Undeclared Automated Tool</body></html>'],
    ['BODY_EMPTY', ''],
    ['BODY_NOT_JSON', JSON.stringify(page(columns())).slice(0, 200)],
    ['OTHER_FILER', page(columns(), '320193')],
    ['OTHER_FILER', page(columns(), null)],
    ['FILINGS_MISSING', { cik: '1050446' }],
    ['FILINGS_MISSING', page([])],
    ['COLUMN_MISSING', page({ ...columns(), items: undefined })],
    ['COLUMNS_UNEQUAL', page({ ...columns(), form: ['8-K'] })],
    ['FILES_NOT_A_LIST', page(columns(), '1050446', {})],
    ['PAGE_NAME', page(columns(), '1050446', [{ name: 'CIK0000320193-submissions-001.json' }])],
  ])('refused: %s', (code, body) => {
    expect(refusalOf(() => parse(body))).toBe(code)
  })

  test('an answer that is no success is refused', () => {
    expect(refusalOf(() => parse(page(columns()), recording(undefined, 403)))).toBe('SEC_STATUS')
  })
})
