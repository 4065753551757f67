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
const closed = ['/settings', '/claim/', '/reset', '/forgot', '/sign-in', '/sign-up']

/** What is open may be found and read by whoever answers a question; it is not offered for training, which the licences of sources do not cover. */
export function robots(origin: string): string {
  const rules = [
    'Content-Signal: search=yes, ai-input=yes, ai-train=no',
    'Allow: /',
    ...closed.map((path) => `Disallow: ${path}`),
  ]
  const group = (names: readonly string[]) => [...names.map((name) => `User-agent: ${name}`), ...rules, '']
  return [...group(crawlers), ...group(['*']), `Sitemap: ${origin}/sitemap.xml`, ''].join('\n')
}
