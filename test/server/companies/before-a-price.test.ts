import { beforeEach, expect, test, vi } from 'vitest'
import { closedAfter } from '../../closed-after.ts'
import { openSampleShop } from '../sample-shop.ts'
import { closedAfterTest } from '../served.ts'

const written = vi.hoisted(() => ({ count: 0 }))
const counted = vi.hoisted(() => (module: object, names: readonly string[]): object => ({
  ...module,
  ...Object.fromEntries(
    names.map((name) => [
      name,
      (...given: unknown[]) => {
        written.count++
        return (module as Record<string, (...all: unknown[]) => unknown>)[name]!(...given)
      },
    ]),
  ),
}))
vi.mock('../../../pipeline/companies/figures/stored.ts', async (real) => counted(await real<object>(), ['versionsIn']))
vi.mock('../../../pipeline/companies/blocks/numbers.ts', async (real) => counted(await real<object>(), ['numbersOf']))
vi.mock('../../../pipeline/render/json.ts', async (real) => counted(await real<object>(), ['writeJson']))
vi.mock('../../../pipeline/render/blocks-markdown.ts', async (real) => counted(await real<object>(), ['blocksMarkdown']))
vi.mock('../../../pipeline/render/blocks-page.ts', async (real) => counted(await real<object>(), ['blocksPage']))
vi.mock('../../../server/history/write.ts', async (real) => counted(await real<object>(), ['written']))
vi.mock('../../../server/events/page.ts', async (real) => counted(await real<object>(), ['pageOf', 'pageText']))

const shop = closedAfter(await openSampleShop())
const { companies } = JSON.parse((await shop.get('/api/companies')).text) as {
  companies: { address: string; blocks: string[] }[]
}
const days = ['2026-09-01', '2026-10-01', '2026-11-02', '2026-11-18']
const paths = companies.flatMap(({ address, blocks }) => [
  ...['', ...blocks.map((block) => `/${block}`)].map((block) => `/api/companies/${address}${block}`),
  ...days.flatMap((day) => [
    `/api/companies/${address}/numbers?date=${day}`,
    `/api/companies/${address}/numbers?date=${day}&format=json`,
  ]),
  ...blocks.map((block) => `/api/context?briefing=equities.company/${address}&block=${block}`),
])
const others = [
  ...['json', 'csv', 'arrow'].map((format) => `/api/metrics/vix/history?format=${format}`),
  '/api/events?companies=MZPX,PLFX',
  '/api/events?format=markdown',
]
const garbage = Buffer.from('{"x402Version":2}').toString('base64')

beforeEach(() => {
  written.count = 0
})

test('before a price is quoted nothing is composed, read in versions or rendered', async () => {
  for (const path of [...paths, ...others]) expect([path, (await shop.get(path)).status]).toEqual([path, 402])
  expect(written.count).toBe(0)
})

test('nor for a payment that reads as none, or a HEAD', async () => {
  for (const path of [...paths.slice(0, 20), ...others]) {
    for (const headers of [{ 'payment-signature': garbage }, { authorization: `Payment ${garbage}` }])
      expect([path, (await shop.get(path, { headers })).status]).toEqual([path, 402])
    expect((await shop.get(path, { method: 'HEAD' })).status).toBe(402)
  }
  expect(written.count).toBe(0)
})

test('nor again and again for a key whose calls are used up', async () => {
  const limited = closedAfterTest(await openSampleShop({ perHour: 1 }))
  const key = { headers: { 'x-api-key': limited.holders.keys.enterprise! } }
  await limited.get('/api/btc', key)
  written.count = 0
  for (const path of [...paths.slice(0, 20), ...others, '/api/news'])
    expect([path, (await limited.get(path, key)).status]).toEqual([path, 429])
  expect(written.count).toBe(0)
})

test('members are checked against what is there, for which a document is written once an edition, not once a day', async () => {
  const { address } = companies[0]!
  const quoted = async (query: string) => (await shop.get(`/api/companies/${address}/numbers?${query}`)).status
  for (const day of days) {
    expect(await quoted(`date=${day}&fields=statements`)).toBe(402)
    expect(await quoted(`date=${day}&fields=statments`)).toBe(400)
  }
  expect(written.count).toBeLessThanOrEqual(3)
})

test('a day before the first report of a company has no price', async () => {
  for (const { address } of companies) {
    const { status, text } = await shop.get(`/api/companies/${address}/numbers?date=1900-01-01`)
    expect([address, status, JSON.parse(text).error]).toEqual([address, 404, 'BLOCK_NOT_COVERED_YET'])
  }
})

test('what is quoted is served: each path for a key', async () => {
  const key = { headers: { 'x-api-key': shop.holders.keys.enterprise! } }
  for (const path of paths) expect([path, (await shop.get(path, key)).status]).toEqual([path, 200])
})
