import { describe, expect, test } from 'vitest'
import { briefingById } from '../../../data/briefings.ts'
import type { BriefingDocument } from '../../../pipeline/documents/briefing.ts'
import type { MetricData } from '../../../pipeline/documents/metric.ts'
import { briefingOpening } from '../../../pipeline/documents/repeats.ts'
import { dayInWords } from '../../../pipeline/values/amounts.ts'
import { closedAfter } from '../../closed-after.ts'
import { openSampleShop } from '../sample-shop.ts'
import { clients } from './clients.ts'
import asked from './questions.json' with { type: 'json' }

/** Questions of agents. Each is answered by the first result of a search, read with one call. */
const shop = closedAfter(await openSampleShop())
const client = closedAfter(await Object.values(clients)[0]!(shop.port, shop.holders.keys.pro))

const idsOf = async (query: string) =>
  ((await client.call('search', { query })).data!['results'] as { id: string }[]).map(({ id }) => id)
const read = async (path: string) =>
  JSON.parse((await shop.get(`${path}?format=json`, { headers: { 'x-api-key': shop.holders.keys.pro } })).text)
/** Whether a text has a value to half a percent, in whichever of thousands, millions and billions it is printed. */
function hasValue(text: string, value: number): boolean {
  const printed = (text.replace(/(\d),(?=\d)/g, '$1').match(/\d+(?:\.\d+)?/g) ?? []).map(Number)
  const scaled = [1, 1e3, 1e6, 1e9].map((scale) => Math.abs(value) / scale)
  return printed.some((each) => scaled.some((one) => Math.abs(each - one) <= 0.005 * Math.max(1, one)))
}

/** Whether a text has the value of a metric, its day and, where one is promised, its next release. */
async function tellsMetric(metric: string, text: string): Promise<boolean> {
  const { value, period, next_release: next, as_of } = (await read(`/api/metrics/${metric}`)) as MetricData & { value: number }
  const isDated = text.includes(dayInWords(period, '2000-01-01'))
  return hasValue(text, value) && isDated && (!next || text.includes(dayInWords(next.due_at.slice(0, 10), as_of)))
}

/** Whether a text has the day and the headline of a briefing, and the values of at least half its readings that are current. */
async function tellsBriefing(id: string, text: string): Promise<boolean> {
  const { as_of, headline, summary, readings } = (await read(briefingById.get(id)!.path!)) as BriefingDocument
  const values = Object.values(readings).filter(({ freshness }) => freshness.status !== 'stale')
  const told = values.filter(({ value }) => hasValue(text, value))
  return text.includes(as_of) && text.includes(briefingOpening(headline, summary).lead) && told.length >= values.length / 2
}

async function isAnswered(query: string, id: string): Promise<boolean> {
  const [first] = await idsOf(query)
  if (first !== id) return false
  const { text, data } = await client.call('fetch', { id })
  const [kind, name] = id.split(':') as [string, string]
  if (kind === 'not-covered') return text.includes('does not cover')
  const page = String(data!['text'])
  if (kind === 'metric') return tellsMetric(name, page)
  if (kind === 'briefing') return tellsBriefing(name, page)
  return page.includes('2026')
}

test('at least 18 of 20 questions are answered in one call, with the figures that are served and their days', async () => {
  const wrong: string[] = []
  for (const [query, id] of asked as [string, string][])
    if (!(await isAnswered(query, id))) wrong.push(`${query}: ${await idsOf(query).then(([first]) => first)}`)
  expect(asked).toHaveLength(20)
  expect(wrong.length, wrong.join('\n')).toBeLessThanOrEqual(2)
})

describe('a search', () => {
  test.each([
    ['FOMC', 'metric:fed-funds-upper'],
    ['CPI', 'metric:consumer-prices'],
    ['volatile', 'metric:vix'],
    ['yesterday', 'changes:since-yesterday'],
    ['core inflation', 'metric:core-cpi-inflation'],
    ['where is the price of bitcoin going: a price forecast', 'not-covered:forecasts'],
    ['Orange stock price', 'not-covered:share-prices'],
    ['GLD share price', 'metric:gld-share'],
  ])('for "%s" leads to %s', async (query, id) => {
    expect((await idsOf(query))[0]).toBe(id)
  })

  test('for what is not covered finds only what is nearest', async () => {
    expect(await idsOf('S&P 500 and bitcoin')).toEqual([
      'not-covered:sp500',
      ...['metric:spy-share', 'briefing:cross.breadth', 'metric:vix', 'briefing:cross.correlations'],
    ])
    const { text } = await client.call('fetch', { id: 'not-covered:sp500' })
    expect(JSON.parse(text)).toMatchObject({
      error: 'NOT_OFFERED',
      message: expect.stringContaining('The nearest: metric:spy-share'),
    })
  })
})

describe('what changed since yesterday', () => {
  const changed = async (key: string) => {
    const answer = await shop.get('/api/events', { headers: { 'x-api-key': key } })
    return JSON.parse(answer.text).since_yesterday as { as_of: string; briefings: { briefing: string; changes: object[] }[] }
  }

  test('is what each briefing of the plan says, on the first edition of a home too, and is left out after a cursor', async () => {
    const { pro, basic } = shop.holders.keys
    const { as_of, briefings } = await changed(pro)
    expect(briefings.length).toBeGreaterThan(5)
    for (const { briefing, changes } of briefings) {
      const document = (await read(briefingById.get(briefing)!.path!)) as BriefingDocument
      const own = document.changes['1d'].map(({ field, text }) => ({ field, text })).slice(0, 5)
      expect([briefing, document.as_of, changes]).toEqual([briefing, as_of, own])
    }
    const tiers = (await changed(basic)).briefings.map(({ briefing }) => briefingById.get(briefing)!.tier)
    expect(tiers.filter((tier) => tier === 'pro')).toEqual([])
    expect(tiers.length).toBeLessThan(briefings.length)
    const later = await shop.get('/api/events?cursor=0', { headers: { 'x-api-key': pro } })
    expect(JSON.parse(later.text).since_yesterday).toBeUndefined()
  })
})
