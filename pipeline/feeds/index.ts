import { coinmetricsApi } from './coinmetrics-api.ts'
import { coinmetricsCsv } from './coinmetrics-csv.ts'
import type { Feed } from './feed.ts'
import { fredApi } from './fred-api.ts'
import { fredGraph } from './fred-graph.ts'
import { secDocuments } from './sec-documents.ts'
import { secSubmissions } from './sec-submissions.ts'

/** Every feed there is. A file of this folder that declares a feed and is missing here fails a test. */
export const feeds: readonly Feed[] = [coinmetricsApi, coinmetricsCsv, fredApi, fredGraph, secSubmissions, secDocuments]

/** The feed that takes a recorded address, or null. */
export function feedFor(url: string): Feed | null {
  if (!URL.canParse(url)) return null
  const address = new URL(url)
  return feeds.find((feed) => feed.match(address)) ?? null
}
