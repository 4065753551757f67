import { afterAll, expect, test } from 'vitest'
import { smallTransport } from '../small-transport.ts'
import { loadHome, temporaryHome } from './home.ts'

const now = Date.parse('2026-11-20T22:00:00Z')
const fund = { cik_str: 884_394, ticker: 'FUND', title: 'INVENTED FUND (SAMPLE DATA)' }
const fundFacts = 'https://data.sec.gov/api/xbrl/companyfacts/CIK0000884394.json'
const home = await temporaryHome()
afterAll(() => home.remove())

/** A refresh in a world with a listed fund, which has no facts, and what it asked. */
async function refreshed(only: string[], companies: string[] = [], later = 0) {
  const urls: string[] = []
  const transport = (at: number) => {
    const sample = smallTransport(at)
    const fetch: typeof sample.fetch = async (request, signal) => {
      urls.push(request.url)
      const answer = { url: request.url, at: new Date(at).toISOString(), headers: { 'content-type': 'text/xml' } }
      if (request.url === fundFacts && request.absence)
        return { ...answer, status: 404, body: Buffer.from('<Error>NoSuchKey</Error>') }
      const response = await sample.fetch(request, signal)
      if (!request.url.endsWith('/company_tickers.json')) return response
      const listed = JSON.parse(Buffer.from(response.body).toString())
      return { ...response, body: Buffer.from(JSON.stringify({ ...listed, [Object.keys(listed).length]: fund })) }
    }
    return { ...sample, fetch }
  }
  const run = { feeds: { kind: 'sample' }, asOf: '2026-11-20', now: now + later, only, companies, transport } as const
  const { failures, refused, rejected } = await loadHome(home.folder, run)
  return { urls, trouble: { failures, refused, rejected } }
}
const none = { failures: [], refused: 0, rejected: 0 }

test('a listed company is asked about once unless it is named; the absence of facts is not a failure', async () => {
  await expect(refreshed(['sec-companyfacts'], ['FUND'])).rejects.toMatchObject({ code: 'COMPANY' })
  await refreshed(['sec-tickers'])
  const first = await refreshed(['sec-companyfacts'])
  expect(first).toMatchObject({ trouble: none })
  expect(first.urls).toContain(fundFacts)
  expect((await refreshed(['sec-companyfacts'], [], 60_000)).urls).not.toContain(fundFacts)
  for (const name of ['fund', '884394', '0000884394'])
    expect(await refreshed(['sec-companyfacts'], [name], 120_000)).toMatchObject({
      trouble: none,
      urls: expect.arrayContaining([fundFacts]),
    })
  await expect(refreshed(['sec-companyfacts'], ['NOBODY'])).rejects.toMatchObject({
    code: 'COMPANY',
    message: 'unknown company "NOBODY"; name it by its ticker, its code in Tokyo or Korea, or its CIK',
  })
})
