import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { listSorts } from '../../../data/companies/list-sorts.ts'
import type { DirectoryRow } from '../../../pipeline/documents/company/company.ts'
import type { Entry } from '../../../pipeline/editions/edition.ts'
import { companyPageOf } from '../../../server/companies/listing.ts'
import { closedAfter } from '../../closed-after.ts'
import { edition, running } from '../fixture.ts'
import { openSampleShop } from '../sample-shop.ts'
import { closedAfterTest } from '../served.ts'
import { directoryRow } from './directory-row.ts'

const asOf = '2026-07-23'
const row = (company: string, name: string, more: Partial<DirectoryRow> = {}) =>
  directoryRow(company, { name, codes: [company.slice(3)], ...more })
const reported = (known: string, basis: 'filed' | 'reported' | 'deadline' = 'filed') => ({ latest_report: { known, basis } })
const viewOf = (rows: readonly DirectoryRow[]) => {
  const entries = rows.map(
    (each) => [`company/${each.company}`, { facts: { row: JSON.stringify(each) } } as unknown as Entry] as const,
  )
  return { ...edition({ edition: 'e1', asOf }), packedEntries: new Map(entries) }
}
const hostile = '<script>alert("x")</script> & “Söhne” ’ AG'
const rows = [
  row('us:AAA', 'Zebra Corp', reported('2026-07-20')),
  row('us:BBB', 'Alpha Inc', { ...reported('2026-05-01'), on: ['late_filing 2026-07-18'] }),
  row('jp:1001', 'Émile Kabushiki', reported('2026-07-22', 'deadline')),
  row('jp:1002', '東京株式会社', { ...reported('2026-02-01'), on: ['late_filing 2026-07-16'] }),
  row('eu:CCC', hostile, { blocks: ['header'], ...reported('2026-04-30') }),
  row('us:DDD', 'Not covered', { blocks: [] }),
  row('kr:005', `${'long '.repeat(60)}end`),
]
const view = viewOf(rows)
const server = closedAfter(await running(view))
const page = async (query: string) => (await server.get(`/companies${query}`)).text
const namesIn = (query: Readonly<Record<string, string>>) =>
  companyPageOf(view, new Map(Object.entries(query))).page.map(({ address }) => address)

describe('the order of the list', () => {
  test.each([
    ['address', ['005', '1001', '1002', 'AAA', 'BBB', 'CCC']],
    ['name', ['CCC', 'BBB', '1001', '005', 'AAA', '1002']],
    ['market', ['BBB', 'AAA', '1001', '1002', '005', 'CCC']],
    ['newest', ['1001', 'AAA', 'BBB', 'CCC', '1002', '005']],
  ] as const)('%s', (sort, order) => {
    expect(namesIn({ sort })).toEqual(order)
  })
  test('whatever it is, pages have every company once, also after one that has left the list', () => {
    const some = fc.array(
      fc.record({
        name: fc.constantFrom('A', 'a', 'É', 'B', ''),
        known: fc.constantFrom('2026-01-01', '2026-02-01'),
        covered: fc.boolean(),
      }),
      { maxLength: 30 },
    )
    fc.assert(
      fc.property(some, fc.constantFrom(...listSorts), fc.integer({ min: 1, max: 5 }), (made, sort, limit) => {
        const of = made.map(({ name, known, covered }, at) =>
          row(`${at % 2 ? 'us' : 'jp'}:C${at}`, name, { ...reported(known), ...(covered ? {} : { blocks: [] }) }),
        )
        const each = viewOf(of)
        const all: string[] = []
        let next: string | null = null
        do {
          const asked = new Map([
            ...Object.entries({ sort, limit: String(limit) }),
            ...(next === null ? [] : [['cursor', next] as const]),
          ])
          const read = companyPageOf(each, asked)
          all.push(...read.page.map(({ address }) => address))
          next = read.next
        } while (next !== null)
        expect(all).toEqual(
          companyPageOf(each, new Map(Object.entries({ sort, limit: '200' }))).page.map(({ address }) => address),
        )
        expect(all).toHaveLength(of.filter(({ blocks }) => blocks.length > 0).length)
      }),
    )
    expect(namesIn({ sort: 'name', cursor: 'DDD' })).toEqual(['AAA', '1002'])
  })
  test('is refused where it is unknown', async () => {
    for (const query of ['sort=size', 'changed=year', 'market=mars', 'cursor=zzz'])
      for (const path of ['/companies', '/api/companies']) expect((await server.get(`${path}?${query}`)).status).toBe(400)
  })
})

test.each([
  ['changed', 'week', ['AAA', 'BBB']],
  ['search', 'emile', ['1001']],
  ['search', 'SÖHNE', ['CCC']],
  ['search', '東京', ['1002']],
  ['search', '京東', []],
  ['search', '!', []],
  ['search', 'aaa', ['AAA']],
])('%s=%s lists %j', (name, value, addresses) => {
  expect(namesIn({ [name]: value })).toEqual(addresses)
})

describe('the page', () => {
  test('escapes and shortens names, and says price, period and newest report', async () => {
    const text = await page('')
    expect(text).not.toContain('<script')
    expect(text).toContain('&#60;script&#62;')
    expect(text).toMatch(/(long ){24}…/)
    const line = (address: string) => text.split('<tr>').find((each) => each.includes(`/api/companies/${address}?format=html`))!
    expect(line('AAA')).toMatch(/Filed 20 July 2026.*FY2026 Q1<small>to 31 March 2026/s)
    expect(line('1001')).toContain('Known by its deadline of 22 July 2026')
    expect(text).not.toContain('Not covered')
  })
  test('keeps a search in its form and links, and takes what was left empty as left out', async () => {
    const text = await page('?search=%22%3E%3Cqq&market=&changed=&sort=newest')
    expect(text).toContain('value="&#34;&#62;&#60;qq"')
    expect(text).toContain('No company for “&#34;&#62;&#60;qq”')
    expect(text).toContain('<a class="btn ghost" href="/companies">')
    expect(text).toContain('name="sort" value="newest"')
    expect(text).not.toContain('<qq')
    expect(await page('?search=&market=us&sort=market')).toContain('aria-sort="ascending">Market')
  })
  test('suggests what is close', async () => {
    expect(await page('?search=AAB')).toContain('<a href="/api/companies/AAA?format=html">AAA</a>')
  })
  test('has a form that only this server takes, and no script', async () => {
    const { headers } = await server.get('/companies')
    expect(headers['content-security-policy']).toContain("form-action 'self'")
    expect(headers['content-security-policy']).not.toContain('script-src')
  })
})

test('from the front page a company is two steps away: the list, and its name there', async () => {
  const shop = closedAfterTest(await openSampleShop())
  const html = { headers: { accept: 'text/html' } }
  expect((await shop.get('/', html)).text).toContain('<a href="/companies">Companies</a>')
  const { text } = await shop.get('/companies?search=marzipan', html)
  const [, link] = /<th scope="row"><a href="([^"]+)">Marzipan/.exec(text)!
  const { status, text: company } = await shop.get(link!, html)
  expect([status, company.includes('<h1>'), company.includes('href="/companies"')]).toEqual([200, true, true])
  expect(text).toContain('SAMPLE DATA')
  const [targets, links] = [/ id="([\w-]+)"/g, / href="#([\w-]+)"/g].map((shape) =>
    [...company.matchAll(shape)].map(([, id]) => id),
  )
  expect(links!.length).toBeGreaterThan(6)
  expect(targets).toEqual(expect.arrayContaining(links!))
  expect(new Set(targets).size).toBe(targets!.length)
})
