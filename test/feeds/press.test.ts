import { describe, expect, test } from 'vitest'
import { bojList, ecbList, item, list, parse, recordsOf, refusal } from './press-lists.ts'

test('a statement and its implementation note are two records, and the minutes of the committee another kind', () => {
  const base = 'https://www.federalreserve.gov/newsevents/pressreleases'
  const policy = (title: string, page: string) =>
    item(title, `${base}/${page}.htm`, 'Wed, 29 Jul 2026 18:00:00 GMT', 'Monetary Policy')
  const records = recordsOf(
    'https://www.federalreserve.gov/feeds/press_monetary.xml',
    list(
      policy('Federal Reserve issues FOMC statement', 'monetary20260729a') +
        policy('Implementation Note issued July 29, 2026', 'monetary20260729a1') +
        policy('Minutes of the Federal Open Market Committee, June 16-17, 2026', 'monetary20260708a') +
        policy('Federal Reserve issues FOMC statement', 'monetary20260729a'),
    ),
  )
  expect(records.map(({ form }) => form)).toEqual(['FOMC statement', 'implementation note', 'FOMC minutes'])
})

test('a statement of the Bank of Japan is known by the name of its file, and shown on the clock of Tokyo', () => {
  const link = 'http://www.boj.or.jp/en/mopo/mpmdeci/mpr_2026/k260731a.pdf'
  const body = list(item('Statement on Monetary Policy', link, 'Fri, 31 Jul 2026 12:03:00 +0900'))
  expect(recordsOf(bojList, body)).toMatchObject([
    {
      id: '/en/mopo/mpmdeci/mpr_2026/k260731a.pdf',
      form: 'statement on monetary policy',
      day: '2026-07-31',
      clock: '12:03',
      happened_at: '2026-07-31T03:03:00Z',
      link: link.replace('http:', 'https:'),
    },
  ])
})

describe('what is no such list', () => {
  test.each([
    ['an empty one', list(''), 'PAGE_EMPTY'],
    ['one cut short', list(item('t', ecbList, 'Thu, 23 Jul 2026 14:15:00 +0200')).slice(0, -30), 'BODY_NOT_XML'],
    ['another kind of XML', '<?xml version="1.0"?><feed></feed>', 'BODY_NOT_FEED'],
    ['a web page', '<!doctype html><html></html>', 'BODY_IS_HTML'],
  ])('%s is refused', (_, body, code) => {
    expect(refusal(ecbList, body)).toBe(code)
  })

  test.each([
    ['a day that no month has', 'Thu, 31 Jun 2026 14:15:00 +0200'],
    ['no offset', 'Thu, 23 Jul 2026 14:15:00'],
    ['no time', ''],
  ])('an item with %s goes to quarantine', (_, date) => {
    const decision = 'https://www.ecb.europa.eu//press/pr/date/2026/html/ecb.mp260723~29f24d99bc.en.html'
    const { rows, rejected } = parse(ecbList, list(item('Monetary policy decisions', decision, date)))
    expect([rows.news_record, rejected.length]).toEqual([[], 1])
  })
})
