import { describe, expect, test } from 'vitest'
import { secCurrent } from '../../pipeline/feeds/sec-current.ts'
import { secDailyIndex } from '../../pipeline/feeds/sec-daily-index.ts'
import { recordingOf } from '../recording-of.ts'

const address = 'https://www.sec.gov/cgi-bin/browse-edgar?action=getcurrent'
const at = '2026-01-12T16:28:55Z'
const parse = (body: Uint8Array | string, url = `${address}&type=8-K&count=100&output=atom`) =>
  secCurrent.parse(typeof body === 'string' ? Buffer.from(body, 'latin1') : body, recordingOf(url, body, at))

const entry = (form: string, accession: string, { party = 'Example Corp', cik = '0001234567', role = 'Filer', more = '' } = {}) =>
  `<entry><title>${form} - ${party} (${cik}) (${role})</title><summary type="html">
 &lt;b&gt;Filed:&lt;/b&gt; 2026-01-09 &lt;b&gt;AccNo:&lt;/b&gt; ${accession}${more}</summary><updated>2026-01-09T17:07:17-05:00</updated>
<category scheme="x" label="form type" term="${form}"/><id>urn:tag:sec.gov,2008:accession-number=${accession}</id></entry>`
const feed = (...entries: string[]) =>
  `<?xml version="1.0" encoding="ISO-8859-1" ?><feed xmlns="http://www.w3.org/2005/Atom">${entries.join('')}</feed>`
const accession = (at: number) => `0001234567-26-${String(at).padStart(6, '0')}`

describe('a page of the newest filings', () => {
  test('gives an 8-K its items and its filing date, not the day it was accepted', () => {
    const more = '\n&lt;br&gt;Item 2.02: Results &lt;br&gt;Item 9.01: Exhibits'
    const { rows } = parse(feed(entry('8-K', accession(1), { more })))
    expect(rows.news_record).toEqual([
      {
        ...{ source: 'sec', id: accession(1), told_by: 'list', origin: 'filed', form: '8-K', items: '2.02,9.01' },
        ...{ day: '2026-01-09', clock: null, zone: 'America/New_York', happened_at: null },
        ...{ title: 'Results of operations', title_as_filed: null, kinds: 'earnings-release', language: 'en', known_at: at },
        link: `https://www.sec.gov/Archives/edgar/data/1234567/000123456726000001/${accession(1)}-index.htm`,
      },
    ])
    expect(rows.news_company).toEqual([{ source: 'sec', id: accession(1), company: 'us:0001234567', name: 'Example Corp' }])
  })
  test('takes several entries of one filing for one record with all its companies', () => {
    const other = { party: 'Other & Sons (Holdings) Ltd'.replace('&', '&amp;'), cik: '0007654321' }
    const { rows } = parse(feed(entry('8-K', accession(1)), entry('8-K', accession(1), other)))
    expect(rows.news_record).toHaveLength(1)
    expect(rows.news_company?.map(({ name }) => name)).toEqual(['Example Corp', 'Other & Sons (Holdings) Ltd'])
  })
  test('knows filers, issuers and subjects as companies, and nobody who reports on them', () => {
    const roles = ['Issuer', 'Reporting', 'Subject', 'Filed by']
    const parties = roles.map((role, n) => entry('8-K', accession(1), { role, party: role, cik: `000000000${n}` }))
    expect(parse(feed(...parties)).rows.news_company?.map(({ name }) => name)).toEqual(['Issuer', 'Subject'])
  })
  test('is asked by how a form begins: what only begins like one is no news', () => {
    const { rows } = parse(feed(entry('8-A12B', accession(1)), entry('8-K/A', accession(2)), entry('8-K12B', accession(3))))
    expect(rows.news_record?.map(({ form }) => form)).toEqual(['8-K/A', '8-K12B'])
  })
  test('that is full leads to the next one, unless its newest filing was told of before; another one, and the last one, do not', () => {
    const full = feed(...Array.from({ length: 100 }, (_, n) => entry('8-K', accession(n))))
    const start = (n: number) => `${address}&type=8-K&count=100&start=${n}&output=atom`
    const unlessTold = { source: 'sec', id: accession(0), before: at }
    expect(parse(full).next).toEqual([{ feed: 'sec-current', upstream: 'sec', url: start(100), changes: true, unlessTold }])
    expect(parse(full, start(100)).next.map(({ url }) => url)).toEqual([start(200)])
    expect(parse(feed(entry('8-K', accession(1)))).next).toEqual([])
    expect(parse(full, start(5_000)).next).toEqual([])
    expect(parse(full.replaceAll('8-K', '10-Q'), `${address}&type=10-Q&count=100&output=atom`).next).toEqual([])
  })
  test('an entry without a filing date is rejected alone', () => {
    const { rows, rejected } = parse(feed(entry('8-K', accession(1)).replace('Filed:', 'Field:'), entry('8-K', accession(2))))
    expect([rows.news_record?.length, rejected.length]).toEqual([1, 1])
  })
})

test('an 8-K that only the daily index names has no items, and all its parties are companies', () => {
  const url = 'https://www.sec.gov/Archives/edgar/daily-index/2026/QTR4/form.20261119.idx'
  const line = (form: string, name: string, cik: string, number: string) =>
    `${form.padEnd(12)}${name.padEnd(62)}${cik.padEnd(12)}${'20261118'.padEnd(12)}edgar/data/${cik}/${number}.txt\n`
  const heading = `${'Form Type'.padEnd(12)}${'Company Name'.padEnd(62)}${'CIK'.padEnd(12)}${'Date Filed'.padEnd(12)}File Name`
  const rows = [
    line('8-K', 'One Inc', '11', accession(1)),
    line('8-K', 'Two Inc', '22', accession(1)),
    line('4', 'x', '3', accession(2)),
  ]
  const body = `x\n\n${heading}\n${'-'.repeat(141)}\n${rows.join('')}`
  const read = secDailyIndex.parse(Buffer.from(body), recordingOf(url, body, at)).rows
  expect(read.news_record).toMatchObject([
    { id: accession(1), told_by: 'index', items: null, day: '2026-11-18', title: '8-K (items not read)', kinds: '' },
  ])
  expect(read.news_company?.map(({ company }) => company)).toEqual(['us:0000000011', 'us:0000000022'])
})
