import { docPages } from '../../data/doc-pages.ts'
import { productName } from '../../data/page-frame.ts'
import { iconPath, serviceTags } from '../../data/site.ts'
import { operations } from '../openapi/operations.ts'
import { quotedOperations } from '../openapi/priced-operations.ts'

/** What the documents are made of. */
export interface SiteFacts {
  /** Where callers reach the server, such as `https://briefings.example`. */
  readonly origin: string
  readonly version: string
  /** E-mail address of the operator; null where none is known. */
  readonly contact: string | null
  /** Whether single calls are sold. */
  readonly sold: boolean
  /** Milliseconds since 1970. */
  readonly now: number
}

/** A document by which machines find the rest. It is open: it needs no key, counts no call and is part of no edition. */
export interface SiteDocument {
  readonly path: string
  readonly type: string
  /** Null where there is nothing to publish. */
  write(facts: SiteFacts): string | null
}

export const siteDescription = 'Market briefings with the interpretation already done: dated, sourced, reproducible.'
const mcpPath = '/api/mcp'
const cardPath = `${mcpPath}/server-card`
const mcpName = 'market-briefing'

/** Reverse DNS, as registries of MCP name a server. */
const nameOf = (origin: string) => `${new URL(origin).hostname.split('.').toReversed().join('.')}/${mcpName}`

/** What the registry and the server card say alike; both take 100 characters of description. */
const serverOf = ({ origin, version }: SiteFacts, schema: string) => ({
  $schema: `https://static.modelcontextprotocol.io/schemas/${schema}`,
  name: nameOf(origin),
  title: productName,
  description: siteDescription,
  version,
  websiteUrl: origin,
  icons: [{ src: `${origin}${iconPath}`, mimeType: 'image/svg+xml', sizes: ['any'] }],
  remotes: [{ type: 'streamable-http', url: `${origin}${mcpPath}` }],
})

/** Crawlers of AI services that rules are looked for by name; all may read what is open. */
const crawlers = [
  'GPTBot',
  'OAI-SearchBot',
  'ChatGPT-User',
  'ClaudeBot',
  'Claude-User',
  'PerplexityBot',
  'Google-Extended',
  'CCBot',
]

/** Paths of one person, and of forms. */
const closed = ['/settings', '/claim/', '/reset', '/forgot', '/unsubscribe', '/sign-in', '/sign-up']

/** What is open may be found and read by whoever answers a question; it is not offered for training, which the licences of sources do not cover. */
function robots(origin: string): string {
  const rules = [
    'Content-Signal: search=yes, ai-input=yes, ai-train=no',
    'Allow: /',
    ...closed.map((path) => `Disallow: ${path}`),
  ]
  const group = (names: readonly string[]) => [...names.map((name) => `User-agent: ${name}`), ...rules, '']
  return [...group(crawlers), ...group(['*']), `Sitemap: ${origin}/sitemap.xml`, ''].join('\n')
}

/** A rising line on a dark ground: the icon of the service at any size. */
const icon =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="6" fill="#1b2733"/><path d="M5 23l7-7 5 4 10-11" fill="none" stroke="#f3efe6" stroke-width="3" stroke-linecap="round" stroke-linejoin="round"/></svg>\n'

/** Pages anyone reads, each under one address. */
const openPages = new Set([
  ...operations.flatMap(({ tag, path, scope }) =>
    tag === 'Pages' && scope === 'open' && !path.includes('{') && !closed.includes(path) ? [path] : [],
  ),
  ...docPages.map(({ slug }) => `/docs/${slug}`),
])

const dayMs = 86_400_000
/** RFC 9116 asks for less than a year. */
const securityDays = 180

export const siteDocuments: readonly SiteDocument[] = [
  { path: '/robots.txt', type: 'text/plain; charset=utf-8', write: ({ origin }) => robots(origin) },
  {
    path: '/sitemap.xml',
    type: 'application/xml; charset=utf-8',
    write({ origin }) {
      const urls = [...openPages].map((path) => `<url><loc>${origin}${path}</loc></url>\n`)
      return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('')}</urlset>\n`
    },
  },
  ...[iconPath, '/favicon.ico'].map((path): SiteDocument => ({ path, type: 'image/svg+xml', write: () => icon })),
  {
    // RFC 9727
    path: '/.well-known/api-catalog',
    type: 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
    write: ({ origin }) =>
      JSON.stringify({
        linkset: [
          {
            anchor: `${origin}/api`,
            'service-desc': [{ href: `${origin}/api/openapi/spec.json`, type: 'application/json' }],
            'service-doc': [
              { href: `${origin}/docs/api`, type: 'text/html' },
              { href: `${origin}/llms.txt`, type: 'text/plain' },
            ],
            'service-meta': [{ href: `${origin}/.well-known/ai-catalog.json`, type: 'application/ai-catalog+json' }],
            status: [{ href: `${origin}/api/health`, type: 'application/json' }],
          },
        ],
      }),
  },
  {
    path: '/.well-known/x402',
    type: 'application/json',
    write: ({ origin, sold }) =>
      sold
        ? JSON.stringify({
            version: 1,
            x402Version: 2,
            resources: quotedOperations().flatMap(({ path }) => (path.includes('{') ? [] : [`${origin}${path}`])),
            openapi: `${origin}/openapi.json`,
          })
        : null,
  },
  {
    path: '/.well-known/ai-catalog.json',
    type: 'application/ai-catalog+json',
    write: ({ origin }) =>
      JSON.stringify({
        specVersion: '1.0',
        host: { displayName: productName, documentationUrl: `${origin}/docs`, logoUrl: `${origin}${iconPath}` },
        entries: [
          {
            identifier: `urn:air:${new URL(origin).hostname}:mcp:${mcpName}`,
            displayName: productName,
            description: siteDescription,
            tags: serviceTags,
            type: 'application/mcp-server-card+json',
            url: `${origin}${cardPath}`,
          },
        ],
      }),
  },
  {
    path: cardPath,
    type: 'application/mcp-server-card+json',
    write: (facts) => JSON.stringify(serverOf(facts, 'v1/server-card.schema.json')),
  },
  {
    path: '/server.json',
    type: 'application/json',
    write: (facts) => JSON.stringify(serverOf(facts, '2025-12-11/server.schema.json')),
  },
  {
    // RFC 9116; without a contact it has nothing to say
    path: '/.well-known/security.txt',
    type: 'text/plain; charset=utf-8',
    write: ({ origin, contact, now }) => {
      if (contact === null) return null
      // to the day, so that the document stays the same over a day
      const expires = new Date((Math.floor(now / dayMs) + securityDays) * dayMs).toISOString().replace('.000', '')
      return `Contact: mailto:${contact}\nExpires: ${expires}\nPreferred-Languages: en\nCanonical: ${origin}/.well-known/security.txt\n`
    },
  },
]

/** What people and their programs subscribe to. */
export const subscriptions = [
  ['/feed.xml', 'application/atom+xml'],
  ['/feed.json', 'application/feed+json'],
  ['/calendar.ics', 'text/calendar'],
] as const

/** The header Link of the front page (RFC 8288). */
export const siteLinks = [
  ['/.well-known/api-catalog', 'api-catalog', 'application/linkset+json'],
  ['/openapi.json', 'service-desc', 'application/json'],
  ['/docs/api', 'service-doc', 'text/html'],
  ['/llms.txt', 'describedby', 'text/plain'],
  ['/api/health', 'status', 'application/json'],
  ...subscriptions.map(([path, type]) => [path, 'alternate', type]),
]
  .map(([path, rel, type]) => `<${path}>; rel="${rel}"; type="${type}"`)
  .join(', ')
