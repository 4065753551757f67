import { Ajv } from 'ajv'
import { countTokens } from 'gpt-tokenizer'
import { describe, expect, test } from 'vitest'
import { briefingRows } from '../../../data/briefings.ts'
import { metricRows } from '../../../data/metrics.ts'
import { untrustedMembers } from '../../../server/mcp/tool.ts'
import { edition } from '../fixture.ts'
import { closedAfterTest, served } from '../served.ts'
import { clients, foreignTools } from './clients.ts'
import refusals from './tools.json' with { type: 'json' }

if (foreignTools === null) console.log('skipped: the official client of SDK 1, which .ci/mcp installs')
const [handshake, envelope] = Object.values(clients) as [Connect, Connect]
type Connect = (typeof clients)[string]

const view = edition({ edition: 'e1', archive: { '2026-07-20': 'the twentieth' } })
const { holders, server } = await served(view, {}, { perHour: 2_000, perDay: 5_000 })

const open = ['list_briefings', 'list_metrics', 'get_health', 'search', 'search_companies']
const givenTo: Readonly<Record<string, object>> = { search: { query: 'gold' } }
const keyed = [
  ['fetch', { id: 'metric:vix' }],
  ['explain_figure', { metric: 'vix' }],
  ['get_context', { briefing: 'btc.quick-check' }],
  ['get_metric', { metric: 'bitcoin-price' }],
  ['get_changes', {}],
  ['list_companies', {}],
] as const

describe.each(Object.keys(clients))('the official client of %s', (name) => {
  const connect = async (key: string | null = null) => closedAfterTest(await clients[name]!(server.port, key))

  test('meets a server with name, title and version, and reads every prompt and resource', async () => {
    const client = await connect()
    expect(client.server).toMatchObject({ name: 'market-briefing', title: 'Market briefings', version: '0.1.0' })
    for (const { name: prompt } of await client.prompts()) {
      const text = await client.prompt(prompt)
      const named = [...text.matchAll(/briefing "([^"]+)"/g)].map(([, id]) => id!)
      expect(named.length).toBeGreaterThan(0)
      for (const id of named) expect(briefingRows.map((row) => row.id as string)).toContain(id)
    }
    const texts = await Promise.all((await client.resources()).map(({ uri }) => client.resource(uri)))
    const [guide, briefings, metrics] = ['/llms.txt', '/api/briefings?format=markdown', '/api/metrics?format=markdown']
    expect(texts).toEqual(await Promise.all([guide!, briefings!, metrics!].map(async (path) => (await server.get(path)).text)))
  })

  test('lists tools that only read, and gets the open ones without a key', async () => {
    const client = await connect()
    const tools = await client.tools()
    expect(tools.map((tool) => tool.name).sort()).toEqual([...open, ...keyed.map(([tool]) => tool)].sort())
    for (const { annotations, inputSchema } of tools) {
      expect(annotations).toMatchObject({ readOnlyHint: true, destructiveHint: false, openWorldHint: false })
      expect(inputSchema).toMatchObject({ type: 'object', additionalProperties: false })
    }
    // a store that is slow to answer counts as degraded
    await expect.poll(async () => (await client.call('get_health')).data).toMatchObject({ status: 'ok' })
    const [briefings, metrics, health] = await Promise.all(open.map((tool) => client.call(tool, { ...givenTo[tool] })))
    expect(briefings).toMatchObject({ isError: false, data: { count: briefingRows.length } })
    expect(metrics).toMatchObject({ isError: false, data: { count: metricRows.length } })
    expect(health).toMatchObject({
      isError: false,
      data: { status: 'ok', version: '0.1.0', account: { key: 'none', tier: null } },
    })
  })

  test('gets in every answer what the schema of the tool says', async () => {
    const client = await connect(holders.keys.pro)
    const schemas = new Map((await client.tools()).map((tool) => [tool.name, tool.outputSchema]))
    const always = [...open.map((tool) => [tool, givenTo[tool] ?? {}] as const), keyed[0]]
    for (const [tool, given] of [...always, ['list_metrics', { category: 'macro' }] as const]) {
      const { data, text } = await client.call(tool, { ...given })
      const validate = new Ajv({ strict: false }).compile(schemas.get(tool)!)
      expect([tool, validate(data), validate.errors]).toEqual([tool, true, null])
      if (['search', 'fetch'].includes(tool)) expect(JSON.parse(text)).toEqual(data)
    }
    const ofText = ['get_context', 'get_metric', 'get_changes', 'list_companies']
    expect(ofText.map((tool) => schemas.get(tool))).toEqual(ofText.map(() => undefined))
  })

  test('reads the finished documents with a key, in both formats, as HTTP serves them', async () => {
    const key = holders.keys.pro
    const headers = { authorization: `Bearer ${key}` }
    const client = await connect(key)
    const same = async (tool: string, given: Record<string, unknown>, path: string, accept = 'text/markdown') =>
      expect([path, (await client.call(tool, given)).text]).toEqual([
        path,
        (await server.get(path, { headers: { ...headers, accept } })).text,
      ])
    await same('get_context', { briefing: 'btc.full' }, '/api/btc/full')
    await same('get_context', { briefing: 'btc.full', part: 'summary' }, '/api/btc/full?part=summary')
    await same('get_context', { briefing: 'btc.full', date: '2026-07-20' }, '/api/btc/full?date=2026-07-20')
    await same('get_metric', { metric: 'vix' }, '/api/metrics/vix')
    await same('get_context', { briefing: 'btc.full', fields: 'about' }, '/api/btc/full?fields=about')
    await same('get_metric', { metric: 'vix', fields: 'about' }, '/api/metrics/vix?fields=about')
    const refused = await client.call('get_context', { briefing: 'btc.full', fields: 'about', format: 'markdown' })
    expect(JSON.parse(refused.text)).toMatchObject({ error: 'INVALID_FORMAT', allowed: ['json'] })
    await same('get_changes', { cursor: '0' }, '/api/events?cursor=0')
    await same('list_companies', {}, '/api/treasuries')
    await same('list_companies', { ticker: 'MSTR', format: 'json' }, '/api/treasuries/MSTR', 'application/json')
    const json = await client.call('get_context', { briefing: 'btc.full', format: 'json' })
    expect(json.data).toEqual(JSON.parse(json.text))
    expect(json.meta['briefing/untrusted']).toEqual(untrustedMembers)
    const health = await client.call('get_health')
    expect(health.meta).not.toHaveProperty('briefing/untrusted')
    expect(health.data).toMatchObject({ account: { key: 'valid', tier: 'pro' } })
  })

  test('is told AUTH_REQUIRED in nothing but JSON where it has no key', async () => {
    const client = await connect()
    // a client checks the data of a refusal too
    await client.tools()
    for (const [tool, given] of keyed) {
      const { isError, text } = await client.call(tool, given)
      expect([tool, isError, JSON.parse(text)]).toMatchObject([tool, true, { error: 'AUTH_REQUIRED', status: 401 }])
    }
  })

  test.each(refusals as [string, Record<string, unknown>, object][])(
    'is refused %s %o in the words of HTTP',
    async (tool, given, expected) => {
      const client = await connect(holders.keys.free)
      const { isError, text } = await client.call(tool, given)
      expect([isError, JSON.parse(text)]).toMatchObject([true, expected])
    },
  )
})

test('the list of tools stays small, and no answer of the open ones is long', async () => {
  const client = closedAfterTest(await handshake(server.port))
  expect(countTokens(JSON.stringify(await client.tools()))).toBeLessThanOrEqual(2_500)
  const calls = [
    ['list_briefings', {}],
    ['list_metrics', {}],
    ['list_metrics', { category: 'macro' }],
    ['list_metrics', { search: 'a' }],
    ['get_health', {}],
    ['search', { query: 'treasury' }],
  ] as const
  for (const [tool, given] of calls) {
    const { text } = await client.call(tool, given)
    expect([tool, given, countTokens(text) <= 4_000]).toEqual([tool, given, true])
  }
})

test('each of many clients at once gets the answers to its own calls, by its own plan', async () => {
  const names = metricRows.slice(0, 20).map(({ metric }) => metric)
  const plans = ['free', 'pro'] as const
  const opened = await Promise.all(
    Array.from({ length: 20 }, (_, i) => (i % 3 === 0 ? envelope : handshake)(server.port, holders.keys[plans[i % 2]!])),
  )
  await Promise.all(
    opened.map(async (client, i) => {
      for (let call = 0; call < 5; call++) {
        const metric = names[(i * 7 + call) % names.length]!
        const { text } = await client.call('get_metric', { metric })
        expect(text).toContain(`metric ${metric} of e1`)
        const { data } = await client.call('get_health')
        expect(data).toMatchObject({ account: { tier: plans[i % 2] } })
      }
      await client.close()
    }),
  )
})
