import { expect, test } from 'vitest'
import { federalRegister } from '../../pipeline/feeds/federal-register.ts'
import { feedFor } from '../../pipeline/feeds/index.ts'
import { readingOf, stateAt } from './reading.ts'

const at = '2026-08-28T13:00:00Z'
const url = 'https://www.federalregister.gov/api/v1/documents.json?conditions[type][]=RULE'
const { parse, refusal } = readingOf(url, at)
const row = {
  ...{ document_number: '2026-00789', title: 'Revision to License Review Policy', type: 'Rule', publication_date: '2026-01-15' },
  html_url: 'https://www.federalregister.gov/documents/2026/01/15/2026-00789/x',
  agencies: [{ raw_name: 'OLD BUREAU' }, null, { slug: 'industry-and-security-bureau' }],
}
const read = (...others: object[]) => parse({ count: others.length, results: others.map((other) => ({ ...row, ...other })) })
const titles = (...others: object[]) => read(...others).rows.news_record?.map(({ title }) => title)
const order = (title: string) => ({
  type: 'Presidential Document',
  agencies: [{ slug: 'executive-office-of-the-president' }],
  title,
})

test('asks for the documents of 30 days: of five agencies, and of the president', () => {
  const urls = federalRegister.plan(stateAt('2026-11-20T13:50:00Z')).map((request) => request.url)
  expect(urls).toHaveLength(2)
  for (const each of urls) expect([feedFor(each), each.includes('[gte]=2026-10-21')]).toEqual([federalRegister, true])
  expect(urls[0]).toContain('conditions[agencies][]=industry-and-security-bureau')
  expect(urls[1]).toContain('conditions[type][]=PRESDOCU')
})

test('a document shows the day it was published, and no clock', () => {
  expect(read({}).rows.news_record).toEqual([
    {
      ...{ source: 'federal-register', id: '2026-00789', told_by: 'list', origin: 'official', form: 'Rule', items: null },
      ...{ day: '2026-01-15', clock: null, zone: 'America/New_York', happened_at: null, kinds: '', language: 'en' },
      ...{ title: 'Revision to License Review Policy', title_as_filed: null, link: row.html_url, known_at: at },
    },
  ])
})

test('of other agencies a document is no news, whatever words are in its title', () => {
  expect(titles({ agencies: [{ slug: 'federal-energy-regulatory-commission' }], title: 'Tariff of a pipeline' })).toEqual([])
})

test('of the president it is news by its title, unless a week or day is proclaimed', () => {
  const named = [
    'Adjusting Imports of Steel',
    'World Trade Week, 2026',
    'National Maritime Day, 2026',
    'Modifying Reciprocal Tariff Rates',
  ]
  expect(titles(...named.map(order))).toEqual(['Adjusting Imports of Steel', 'Modifying Reciprocal Tariff Rates'])
})

test('no hits is an empty answer without a list; an error is none', () => {
  expect(parse({ description: 'Documents', count: 0 })).toMatchObject({ rows: { news_record: [] }, rejected: [], next: [] })
  for (const body of [{ status: 400, message: 'bad cursor' }, { count: 3 }, '<html></html>']) expect(refusal(body)).not.toBeNull()
})

test('leads to the page that the answer names, of its own host alone', () => {
  const next = 'https://www.federalregister.gov/api/v1/documents?conditions%5Btype%5D%5B%5D=RULE&page=2&search_after_cursor=x'
  expect(parse({ count: 1, results: [row], next_page_url: next }).next).toMatchObject([{ url: next, changes: true }])
  expect(feedFor(next)).toBe(federalRegister)
  expect(parse({ count: 1, results: [row], next_page_url: 'https://example.com/api/v1/documents?page=2' }).next).toEqual([])
})

test('a row without its number, title, date or link is rejected alone', () => {
  const { rows, rejected } = read(
    {},
    { document_number: null },
    { publication_date: '2026-02-30' },
    { html_url: 'https://x.example/' },
  )
  expect([rows.news_record?.length, rejected.length]).toEqual([1, 3])
})
