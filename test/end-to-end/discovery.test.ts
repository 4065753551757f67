import { afterAll, expect, test } from 'vitest'
import { listening } from '../small-transport.ts'
import { loadHome, temporaryHome } from './home.ts'

const before = Date.parse('2026-10-20T12:00:00Z')
const after = Date.parse('2026-11-10T12:00:00Z')

const home = await temporaryHome()
afterAll(() => home.remove())

/** Addresses a refresh of these feeds asks for, in order. */
async function asked(now: number, ...only: string[]): Promise<string[]> {
  const urls: string[] = []
  const asOf = new Date(now).toISOString().slice(0, 10)
  const { failures, refused, rejected } = await loadHome(home.folder, {
    feeds: { kind: 'sample' },
    asOf,
    now,
    only,
    transport: listening(urls),
  })
  expect({ failures, refused, rejected }).toEqual({ failures: [], refused: 0, rejected: 0 })
  return urls
}
const indexes = (urls: readonly string[]) => urls.filter((url) => url.includes('/submissions/'))
const documents = (urls: readonly string[]) => urls.filter((url) => /\/data\/\d+\//.test(url))
const twice = (urls: readonly string[]) => urls.filter((url, at) => urls.indexOf(url) !== at)

test('a new filing leads to the index of its filer again and on to the document, once a run and only while it is not known', async () => {
  expect(documents(await asked(before, 'sec-submissions')).length).toBeGreaterThan(10)

  const first = await asked(after, 'sec-current', 'sec-daily-index')
  expect(indexes(first)).toContain('https://data.sec.gov/submissions/CIK0009900001.json')
  expect(documents(first).length).toBeGreaterThan(0)
  expect(twice(first)).toEqual([])

  const second = await asked(after, 'sec-current', 'sec-daily-index')
  expect([...indexes(second), ...documents(second)]).toEqual([])
  // four pages of newest filings and the list of the quarter: the days were read
  expect(second).toHaveLength(5)
})

test('asked in one run with the indexes themselves each of them is asked once', async () => {
  const urls = await asked(after + 86_400_000, 'sec-submissions', 'sec-current', 'sec-daily-index')
  expect(twice(urls)).toEqual([])
})
