import { describe, expect, test } from 'vitest'
import { prices } from '../../../data/prices.ts'
import { siteDocuments } from '../../../server/discovery/documents.ts'
import { closedAfter } from '../../closed-after.ts'
import { type Answer, edition, noon, packageFacts, running } from '../fixture.ts'
import { openShop } from '../payments/shop.ts'

const shop = closedAfter(await openShop())
const contact = 'desk@briefings.example'
const server = closedAfter(await running(edition({ edition: 'e1', sample: true }), { gate: shop.holders.gate, contact }))
const quiet = closedAfter(await running(null))
const origin = `http://127.0.0.1:${server.port}`
const json = async (path: string) => JSON.parse((await server.get(path)).text)

describe('documents by which machines find the rest', () => {
  test.each(siteDocuments.map(({ path, type }) => [path, type] as const))(
    '%s is open, of its type, and is kept',
    async (path, type) => {
      const { status, headers, text } = await server.get(path)
      expect([status, headers['content-type'], headers['access-control-allow-origin']]).toEqual([200, type, '*'])
      expect(text).not.toBe('')
      expect((await server.get(path, { method: 'HEAD' })).status).toBe(200)
      expect((await server.get(path, { headers: { 'if-none-match': headers.etag! } })).status).toBe(304)
      if (type.includes('json')) expect(() => JSON.parse(text)).not.toThrow()
    },
  )

  test.each(['/.well-known/security.txt', '/.well-known/x402'])('%s is absent where there is nothing to say', async (path) => {
    const { status, text } = await quiet.get(path)
    expect([status, JSON.parse(text).error]).toEqual([404, 'NOT_FOUND'])
  })

  test('every address in them is answered', async () => {
    const texts = await Promise.all(siteDocuments.map(async ({ path }) => (await server.get(path)).text))
    const named = [...texts.join('\n').matchAll(/http:\/\/127\.0\.0\.1:\d+(\/[^"<\s]*)?/g)].map(([, path = '/']) => path)
    expect(new Set(named).size).toBeGreaterThan(40)
    for (const path of new Set(named)) {
      const method = path === '/api/mcp' || path === '/api' ? 'HEAD' : 'GET'
      const { status } = await server.get(path, { method })
      // what is sold asks for its price, and the anchor of the catalogue is not a page
      expect([path, status]).toEqual([path, expect.toBeOneOf(path === '/api' ? [404] : [200, 402])])
    }
  })

  test('security.txt expires within a year of the clock', async () => {
    const { text } = await server.get('/.well-known/security.txt')
    expect(text).toContain(`Contact: mailto:${contact}\n`)
    const expires = Date.parse(/^Expires: (.*)$/m.exec(text)![1]!)
    expect(expires - noon).toBeGreaterThan(150 * 86_400_000)
    expect(expires - noon).toBeLessThan(365 * 86_400_000)
  })

  test('the registry of MCP and the server card say the same, within their limits', async () => {
    const [registry, card] = [await json('/server.json'), await json('/api/mcp/server-card')]
    expect({ ...card, $schema: registry.$schema }).toEqual(registry)
    expect(registry.description.length).toBeLessThanOrEqual(100)
    expect(registry.name).toMatch(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/)
    expect([registry.version, registry.remotes]).toEqual([
      packageFacts.version,
      [{ type: 'streamable-http', url: `${origin}/api/mcp` }],
    ])
    const { entries } = await json('/.well-known/ai-catalog.json')
    expect(entries).toMatchObject([{ type: 'application/mcp-server-card+json', url: `${origin}/api/mcp/server-card` }])
  })

  test('the front page carries JSON-LD that its policy lets no browser run', async () => {
    const { text, headers } = await server.get('/')
    const unchanged = await server.get('/', { headers: { 'if-none-match': headers.etag! } })
    expect([unchanged.status, unchanged.headers['link']]).toEqual([304, undefined])
    const [, data] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(text)!
    expect(JSON.parse(data!)).toMatchObject({
      '@context': 'https://schema.org',
      url: origin,
      offers: { priceCurrency: 'USD', lowPrice: prices.metric, highPrice: prices.company },
    })
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-/)
    expect(text).toContain(`<meta property="og:image" content="${origin}/favicon.svg">`)
  })

  test('the contact is in the description', async () => {
    expect((await json('/openapi.json')).info.contact).toMatchObject({ email: contact })
    expect(JSON.parse((await quiet.get('/openapi.json')).text).info.contact).not.toHaveProperty('email')
  })
})

const isType = ({ status, headers }: Answer, type: string) => status === 200 && String(headers['content-type']).startsWith(type)
const robots = async () => (await server.get('/robots.txt')).text

/** The checks of isitagentready.com up to level 4. */
test.each<[string, () => Promise<boolean>]>([
  ['robots.txt', async () => isType(await server.get('/robots.txt'), 'text/plain')],
  ['a sitemap', async () => (await server.get('/sitemap.xml')).text.includes('<urlset')],
  ['Link headers', async () => /rel="api-catalog"/.test(String((await server.get('/')).headers['link']))],
  ['rules for crawlers of AI', async () => /^User-agent: (GPTBot|ClaudeBot)$/m.test(await robots())],
  ['content signals', async () => /^Content-Signal: search=\w+, ai-input=\w+, ai-train=\w+$/m.test(await robots())],
  ['Markdown by Accept', async () => isType(await server.get('/', { headers: { accept: 'text/markdown' } }), 'text/markdown')],
  ['an MCP server card', async () => (await json('/.well-known/ai-catalog.json')).entries.length > 0],
  ['an API catalogue', async () => isType(await server.get('/.well-known/api-catalog'), 'application/linkset+json')],
])('a server is ready for agents by %s', async (_, check) => expect(await check()).toBe(true))
