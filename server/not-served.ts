/** What callers look for that this server does not have, by the first part of its path, and what to do instead. */
const notServed: Readonly<Record<string, string>> = {
  companies:
    'No such path. GET /api/companies lists companies; GET /api/companies/ADDRESS is the briefing on one, and /api/companies/ADDRESS/BLOCK a block of it.',
  treasuries:
    'No such path. GET /api/treasuries lists the bitcoin holdings of listed companies; GET /api/treasuries/TICKER covers one of them.',
  news: 'No such path. GET /api/news is the list of news records.',
  events: 'No such path. GET /api/events is the feed of change events.',
  mcp: 'No such path. The MCP endpoint is POST /api/mcp.',
  agent: 'No such path. POST /api/agent/claims asks a person for an API key; GET /llms.txt explains how.',
}

/** Why a path under a known heading is not there, in the words of that heading; null where the path has none. */
export function whyNotServed(path: string): string | null {
  const [, heading] = /^\/api\/([a-z]+)(?:\/|$)/i.exec(path) ?? []
  const name = heading?.toLowerCase()
  return name !== undefined && Object.hasOwn(notServed, name) ? notServed[name]! : null
}
