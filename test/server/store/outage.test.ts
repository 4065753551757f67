import { describe, expect, test, vi } from 'vitest'
import { openReader } from '../../../pipeline/editions/reader.ts'
import { boundedBlobs } from '../../../pipeline/store/bounded.ts'
import { folderBlobs } from '../../../pipeline/store/folder.ts'
import { soldCompaniesOf } from '../../../server/companies/directory.ts'
import { closedAfter } from '../../closed-after.ts'
import { quiet, sampleHome, sampleNow } from '../../end-to-end/home.ts'
import { faultyBlobs } from '../../store/faulty.ts'
import { type Answer, ask, posted, running } from '../fixture.ts'
import { callOf } from '../mcp/clients.ts'
import { openShop } from '../payments/shop.ts'
import { units } from '../payments/terms.ts'
import { withKey } from '../served.ts'

/** As `callerLane` of the product, at a tenth of its time. */
const askedLane = { ms: 300, tries: 2, isAsked: true }
const today = '/api/btc?format=json'
/** In packs, each read first by one test. */
const histories = { hangs: '/api/metrics/vix/history?format=json', fails: '/api/metrics/rrp/history?format=json' }

/** As if the pointer had not been read for so long; null for what the reader says. */
let unreadMs: number | null = null

const store = faultyBlobs(folderBlobs((await sampleHome()).folder))
const lanes = boundedBlobs(store.blobs)
const ways = { pointer: lanes({ ms: 200, tries: 1 }), asked: lanes(askedLane) }
const reader = closedAfter(await openReader(lanes({ ms: 60_000, tries: 1 }), { pollMs: 20, log: quiet, ways }))
const shop = closedAfter(await openShop({ view: reader.current()!, now: () => sampleNow }))
const timed = { ...reader, reading: () => (unreadMs === null ? reader.reading() : { unreadMs, refused: null }) }
const { port } = closedAfter(await running(null, { reader: timed, gate: shop.holders.gate, now: () => sampleNow }))

const get = (path: string, headers: Record<string, string> = {}) => ask(port, path, { headers })
const withPro = (path: string) => get(path, withKey(shop.holders.keys.pro!).headers)
const bodyOf = ({ text }: Answer) => JSON.parse(text) as Record<string, unknown>
const left = ({ headers }: Answer) => Number(headers['x-ratelimit-remaining'])
/** Reads of anything but the pointer, which is polled all the time. */
const reads = () => store.reads.filter((key) => key !== 'artifacts/current').length
const back = async () => {
  store.answers = 'well'
  await vi.waitFor(() => expect(reader.reading().unreadMs).toBeLessThan(100), { interval: 5, timeout: 30_000 })
}

describe.each(['hangs', 'fails'] as const)('a store that %s', (how) => {
  test('leaves the documents of today as they are, without a look at it', async () => {
    const before = (await withPro(today)).text
    store.answers = how
    const asked = reads()
    for (let again = 0; again < 20; again++) expect((await withPro(today)).text).toBe(before)
    expect((await shop.buy(today, how === 'hangs' ? 1 : 2)).status).toBe(200)
    for (const open of ['/', '/api/briefings', '/api/metrics', '/openapi.json']) expect((await get(open)).status).toBe(200)
    expect(reads()).toBe(asked)
    await back()
  })

  test('is 503 for what lies in it, in time, with Retry-After, neither counted nor paid; the same payment buys it later', async () => {
    const history = histories[how]
    const limit = left(await withPro(today))
    const buyer = how === 'hangs' ? 3 : 4
    const credential = await shop.credential(history, buyer)
    const { paid } = await shop.takings()
    store.answers = how
    const before = reads()
    const answers = await Promise.all([
      withPro(history),
      get(history, credential),
      ...Array.from({ length: 60 }, () => withPro(history)),
    ])
    for (const answer of answers) {
      expect([answer.status, answer.headers['retry-after']]).toEqual([503, '5'])
      expect(bodyOf(answer)).toMatchObject({ error: 'DOCUMENT_UNAVAILABLE', retry_after: 5 })
    }
    expect(reads() - before).toBeLessThanOrEqual(answers.length * askedLane.tries)
    expect(await shop.takings()).toMatchObject({ paid })
    await back()
    expect(left(await withPro(today))).toBe(limit - 1)
    await vi.waitFor(async () => expect((await get(history, credential)).status).toBe(200))
    expect((await shop.takings()).paid - paid).toBe(units.metric)
    expect((await withPro(history)).status).toBe(200)
  })

  test('is a tool of MCP that says so', async () => {
    store.answers = how
    const sold = soldCompaniesOf(reader.current()!).map(({ address }) => address)
    const entity = how === 'hangs' ? sold[0] : sold.at(-1)
    const headers = { accept: 'application/json', ...withKey(shop.holders.keys.pro!).headers }
    const answer = await ask(port, '/api/mcp', posted(callOf(1, 'get_context', { entity }), headers))
    const result = bodyOf(answer)['result'] as { isError: boolean; content: { text: string }[] }
    expect([result.isError, JSON.parse(result.content[0]!.text).error]).toEqual([true, 'DOCUMENT_UNAVAILABLE'])
    await back()
  })

  test('degrades health once the pointer was not read for a minute, which says since when', async () => {
    const readerCheck = async () => {
      const { checks } = bodyOf(await get('/api/health')) as { checks: { name: string; status: string; detail: string }[] }
      return checks.find(({ name }) => name === 'reader')!
    }
    const well = await readerCheck()
    expect(well.status).toBe('ok')
    store.answers = how
    unreadMs = 59_999
    expect(await readerCheck()).toEqual(well)
    unreadMs = 60_000
    const { edition } = reader.current()!.manifest
    const check = await readerCheck()
    expect(check).toMatchObject({ name: 'reader', status: 'degraded' })
    expect(check.detail).toMatch(
      new RegExp(`^Edition ${edition} is served; the store has not been read since 2026-11-20T21:59:00Z`),
    )
    const { status } = await get('/api/health')
    expect(status).toBe(200)
    unreadMs = null
    await back()
    expect(await readerCheck()).toEqual(well)
  })
})
