import { describe, expect, test } from 'vitest'
import { feedFor } from '../../pipeline/feeds/index.ts'
import { secCurrent } from '../../pipeline/feeds/sec-current.ts'
import { secDailyIndex } from '../../pipeline/feeds/sec-daily-index.ts'
import { refusalOf, stateAt } from './reading.ts'
import { currentUrl, parseCurrent, parseIndex, root } from './sec-pages.ts'

const strategy = 'https://data.sec.gov/submissions/CIK0001050446.json'

const heading =
  'Form Type   Company Name                                                  CIK         Date Filed  File Name\n' +
  '-'.repeat(141)
const row = (form: string, cik: string, accession: string, filed = '20261119') =>
  `${form.padEnd(12)}${'Strategy Inc & Café'.padEnd(62)}${cik.padEnd(12)}${filed.padEnd(12)}edgar/data/${cik}/${accession}.txt`
const index = (...rows: string[]) => `Description: x\n\n${heading}\n${rows.map((each) => `${each}\n`).join('')}`

describe('the daily index', () => {
  const plan = (now: string) => secDailyIndex.plan(stateAt(now)).map(({ url }) => url.slice(root.length))

  test('asks for the list of the quarter, and for that of the one before while its last days are new', () => {
    expect(plan('2026-11-20T12:00:00Z')).toEqual(['2026/QTR4/index.json'])
    // the index of 1 October is out at 22:30 New York, which is 02:30 UTC
    expect(plan('2026-10-02T02:29:59Z')).toEqual(['2026/QTR3/index.json'])
    expect(plan('2026-10-02T02:30:00Z')).toEqual(['2026/QTR4/index.json', '2026/QTR3/index.json'])
    // the first days of a year are a holiday and a weekend: there is no folder yet
    expect(plan('2027-01-03T12:00:00Z')).toEqual(['2026/QTR4/index.json'])
  })
  test('takes lists of quarters and indexes by form, no other address', () => {
    for (const name of ['2026/QTR4/index.json', '2020/QTR1/form.20200318.idx']) expect(feedFor(root + name)).toBe(secDailyIndex)
    for (const name of ['2026/QTR5/index.json', '2026/QTR4/master.20261119.idx', '2026/QTR4/form.20261119.idx?x', 'index.json'])
      expect(feedFor(root + name)).toBeNull()
  })
  test('a list leads to the days it has of those that events are kept for', () => {
    const item = ['1116', '1117', '1022', '1119', '1021', '1020'].flatMap((day) => [
      { name: `form.2026${day}.idx` },
      { name: `master.2026${day}.idx` },
    ])
    const body = JSON.stringify({ directory: { item: [...item, null, { name: 7 }], name: 'daily-index/2026/QTR4/' } })
    const { next } = parseIndex(body, `${root}2026/QTR4/index.json`)
    expect(next.map(({ url }) => url.slice(-8, -4))).toEqual(['1022', '1116', '1117', '1119'])
    for (const { url } of next) expect(feedFor(url)).toBe(secDailyIndex)
    expect(refusalOf(() => parseIndex('{"directory":{}}', `${root}2026/QTR4/index.json`))).toBe('FILES_NOT_A_LIST')
  })
  test('a day leads to the indexes of followed filers with a form that is read, once a filing', () => {
    const body = index(
      row('10-Q', '1050446', '0001050446-26-000001'),
      row('4', '1050446', '0001050446-26-000002'),
      row('8-K', '320193', '0000320193-26-000003'),
      row('8-K', '1050446', '0001050446-26-000004'),
    )
    expect(parseIndex(body)).toMatchObject({
      rejected: [],
      next: [
        { feed: 'sec-submissions', upstream: 'sec', url: strategy, tells: '0001050446-26-000001' },
        { feed: 'sec-submissions', upstream: 'sec', url: strategy, tells: '0001050446-26-000004' },
      ],
    })
  })
  test('periodic reports of every filer are kept, and notices that situations follow from, of co-registrants a row each', () => {
    const forms = ['10-K', '10-KT/A', '10-Q', '20-F', '40-F/A', '10-D', 'NT 10-K', '10-K405', '8-K']
    const rows = forms.map((form, at) => row(form, '320193', `0000320193-26-00000${at}`))
    const { periodic_filing: kept = [] } = parseIndex(index(...rows, row('10-Q', '1050446', '0000320193-26-000002'))).rows
    expect(kept.map(({ form, company }) => `${form} ${company}`)).toEqual([
      ...['10-K us:0000320193', '10-KT/A us:0000320193', '10-Q us:0000320193', '10-Q us:0001050446'],
      ...['20-F us:0000320193', '40-F/A us:0000320193', 'NT 10-K us:0000320193'],
    ])
    expect(kept[0]).toEqual({
      ...{ filing: '0000320193-26-000000', company: 'us:0000320193', form: '10-K', filed: '2026-11-19' },
      ...{ period: null, document_url: null, about: true },
      index_url: 'https://www.sec.gov/Archives/edgar/data/320193/000032019326000000/0000320193-26-000000-index.htm',
    })
  })
  test('a row of a later day, without a form, or whose file is another company’s is rejected alone', () => {
    const accession = '0001050446-26-000001'
    const { next, rejected } = parseIndex(
      index(
        row('8-K', '1050446', accession),
        row('8-K', '1050446', accession, '20261120'),
        row('', '1050446', accession),
        row('8-K', '1050446', accession).replace('edgar/data/1050446', 'edgar/data/320193'),
        'cut',
      ),
    )
    expect([next.length, rejected.length]).toEqual([1, 4])
  })
  test.each([
    ['BODY_IS_HTML', '<!DOCTYPE html><html><title>SEC.gov | File Unavailable</title></html>'],
    ['BODY_CUT', index(row('8-K', '1050446', '0001050446-26-000001')).slice(0, -4)],
    ['HEADER', index(row('8-K', '1050446', '0001050446-26-000001')).replace('Date Filed', 'Filed')],
    ['HEADER', 'Description: x\n'],
    ['INDEX_EMPTY', index()],
  ])('refused: %s', (code, body) => {
    expect(refusalOf(() => parseIndex(body))).toBe(code)
  })
})

const entry = (form: string, name: string, cik: string, accession: string, role = 'Filer') =>
  `<entry>\n<title>${form} - ${name} (${cik}) (${role})</title>\n<summary type="html">\n &lt;b&gt;Filed:&lt;/b&gt; 2026-11-19\n</summary>\n<category scheme="https://www.sec.gov/" label="form type" term="${form}"/>\n<id>urn:tag:sec.gov,2008:accession-number=${accession}</id>\n</entry>`
const feed = (...entries: string[]) =>
  `<?xml version="1.0" encoding="ISO-8859-1" ?>\n<feed xmlns="http://www.w3.org/2005/Atom">\n<title>Latest Filings</title>\n<id>https://www.sec.gov/</id>\n${entries.join('\n')}\n</feed>\n`

describe('the newest filings', () => {
  test('one request a kind of form', () => {
    const urls = secCurrent.plan(stateAt('2026-11-20T12:00:00Z')).map(({ url }) => url)
    expect(urls).toContain(currentUrl)
    for (const url of urls) expect(feedFor(url)).toBe(secCurrent)
    expect(feedFor('https://www.sec.gov/cgi-bin/browse-edgar?action=getcompany&CIK=1050446&output=atom')).toBeNull()
  })
  test('one lead a filing, however many of its parties are named; amendments too; other forms and filers give none', () => {
    const body = feed(
      entry('8-K', 'Café & Söhne', '0001050446', '0001050446-26-000001').replace('&', '&amp;'),
      entry('8-K', 'Strategy Inc', '0001050446', '0001050446-26-000001', 'Subject'),
      entry('8-K/A', 'Strategy Inc', '0001050446', '0001050446-26-000002'),
      entry('8-K12B', 'Strategy Inc', '0001050446', '0001050446-26-000003'),
      entry('8-K', 'Apple Inc.', '0000320193', '0000320193-26-000004'),
    )
    expect(parseCurrent(body)).toMatchObject({
      rejected: [],
      next: [
        { feed: 'sec-submissions', url: strategy, tells: '0001050446-26-000001' },
        { feed: 'sec-submissions', url: strategy, tells: '0001050446-26-000002' },
      ],
    })
  })
  test('a quiet hour has no entry; an entry that names no company or no filing is rejected alone', () => {
    expect(parseCurrent(feed())).toMatchObject({ next: [], rejected: [] })
    const good = entry('8-K', 'Strategy Inc', '0001050446', '0001050446-26-000001')
    const { next, rejected } = parseCurrent(
      feed(good.replace('(0001050446)', '(1050446)'), good.replace('accession-number=', ''), good, '<entry/>'),
    )
    expect([next.length, rejected.length]).toEqual([1, 3])
  })
  test.each([
    ['BODY_IS_HTML', '<html><title>SEC.gov | Request Rate Threshold Exceeded</title></html>'],
    ['BODY_NOT_XML', feed(entry('8-K', 'A', '0001050446', '0001050446-26-000001')).slice(0, 300)],
    ['BODY_NOT_FEED', '<?xml version="1.0"?><error/>'],
    ['BODY_EMPTY', ''],
  ])('refused: %s', (code, body) => {
    expect(refusalOf(() => parseCurrent(body))).toBe(code)
  })
})
