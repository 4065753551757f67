import { describe, expect, test } from 'vitest'
import { briefingRows } from '../../../data/briefings.ts'
import { openReader } from '../../../pipeline/editions/reader.ts'
import { folderBlobs } from '../../../pipeline/store/folder.ts'
import { staleDocumentRefusal } from '../../../server/editions/absence.ts'
import { closedAfter } from '../../closed-after.ts'
import { quiet, sampleHome, sampleNow } from '../../end-to-end/home.ts'
import { edition } from '../fixture.ts'
import { clients } from '../mcp/clients.ts'
import { openShop } from '../payments/shop.ts'
import { closedAfterTest } from '../served.ts'

const dayMs = 86_400_000
/** In place of a briefing there is nothing. */
const unpublished = 'btc.momentum'

let now = sampleNow
const { folder } = await sampleHome()
const reader = await openReader(folderBlobs(folder), { log: quiet })
const whole = reader.current()!
const place = `briefing/${unpublished}`
const view = { ...whole, entries: new Map([...whole.entries].filter(([each]) => each !== place)) }
const shop = closedAfter(await openShop({ view, now: () => now }))
const jsonAt = async (path: string) => JSON.parse((await shop.get(path)).text)

interface Listing {
  readonly id: string
  readonly freshness: string
  readonly available: boolean
}

describe('what is fresh and what can be bought are the same wherever they are said', () => {
  test.each([0, 2, 5, 12, 30, 120])('%i days after an edition that nobody renewed', async (days) => {
    now = sampleNow + days * dayMs
    const client = closedAfterTest(await Object.values(clients)[0]!(shop.port, shop.holders.keys.pro))
    const catalogue = new Map<string, Listing>(
      (await jsonAt('/api/briefings')).briefings.map((row: Listing) => [row.id, row] as const),
    )
    const listedByTool = new Map<string, Listing>(
      ((await client.call('list_briefings')).data!['briefings'] as Listing[]).map((row) => [row.id, row] as const),
    )
    const status = new Map<string, Listing>((await jsonAt('/api/status')).briefings.map((row: Listing) => [row.id, row] as const))
    const front = await jsonOf('system/front')
    const feed = (await shop.get('/feed.json')).text
    const counts = { 402: 0, 503: 0 }
    for (const { id, path, title, tier } of briefingRows) {
      const answer = await shop.get(path)
      const { error = null } = JSON.parse(answer.text)
      const words = [catalogue, listedByTool, status].map((lines) => lines.get(id)?.freshness)
      if (id === unpublished) {
        expect([answer.status, error, answer.headers['briefing-freshness']]).toEqual([503, 'NOT_PUBLISHED', undefined])
        expect(words).toEqual([undefined, undefined, undefined])
        continue
      }
      const [word] = String(answer.headers['briefing-freshness']).split(';')
      expect([id, ...words]).toEqual([id, word, word, word])
      expect([id, answer.status, error]).toEqual(word === 'stale' ? [id, 503, 'DATA_STALE'] : [id, 402, 'PAYMENT_REQUIRED'])
      expect([id, catalogue.get(id)!.available]).toEqual([id, answer.status === 402])
      const read = await client.call('get_context', { briefing: id, part: 'summary' })
      expect([id, read.text.includes('"error":"DATA_STALE"')]).toEqual([id, word === 'stale'])
      if (tier === 'free') expect([id, feed.includes(`>${title}</a>`)]).toEqual([id, word !== 'stale'])
      if (days === 0) expect([id, front.briefings.find(({ briefing }) => briefing === id)!.freshness]).toEqual([id, word])
      counts[answer.status as 402 | 503]++
    }
    if (days === 0) expect(counts[503]).toBe(0)
    if (days === 120) expect(counts[402]).toBe(0)
  })
})

const jsonOf = async (at: string): Promise<{ briefings: { briefing: string; freshness: string }[] }> =>
  JSON.parse(view.resident(at, 'json')!.plain.toString('utf8'))

test('a refusal says what is wanted, the newest day that was served, and when the next value is due', async () => {
  const at = Date.parse('2026-07-23T12:00:00Z')
  const stands = (day: string) => ({
    late_after: '2026-07-19T00:00:00Z',
    stale_after: `${day}T00:00:00Z`,
    stands_until: `${day}T00:00:00Z`,
  })
  const market = edition({ edition: 'e1' })
  const entry = {
    ...market.entries.get('briefing/btc.on-chain')!,
    facts: {
      ...stands('2026-07-20'),
      wants: 'the newest value of the hash ribbon is of 16 July',
      due_at: '2026-07-20T00:00:00Z',
      due_then: '2026-07-21T00:00:00Z',
    },
  }
  const asked: string[] = []
  const archive = {
    ...market,
    days: () => ({ first: '2026-07-01', last: '2026-07-22' }),
    archived: async (day: string) => {
      asked.push(day)
      const facts = stands(day === '2026-07-19' ? '2026-07-19' : '2026-07-20')
      return day === '2026-07-18' || day === '2026-07-19'
        ? { ...market.resident('system/feeds', 'json')!, entry: { ...entry, as_of: day, facts } }
        : null
    },
  }
  const refusal = await staleDocumentRefusal(archive, entry, 'btc.on-chain', 'the briefing btc.on-chain', at)
  expect(asked).toEqual(['2026-07-19', '2026-07-18'])
  expect([refusal.code, refusal.facts.members]).toEqual(['DATA_STALE', { available_date: '2026-07-18' }])
  expect(refusal.message).toBe(
    `The briefing btc.on-chain is not served until newer data arrives: the newest value of the hash ribbon is of 16 July. The newest day that can be asked for is 2026-07-18: add date=2026-07-18. Retry in 12 hours; GET /api/status shows what the feeds wait for.`,
  )
  // the values of a day are due at its end
  expect(refusal.facts.retryAfter).toBe(12 * 3_600)
  const soon = await staleDocumentRefusal(market, entry, 'btc.on-chain', 'it', at + 12 * 3_600_000 - 100_000)
  expect(soon.facts).toEqual({ retryAfter: 300, members: { available_date: null } })
})
