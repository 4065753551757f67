import type { Transport } from '../pipeline/http/request.ts'
import { sampleTransport } from '../pipeline/http/sample.ts'

/** The first day of the small world's daily series. */
const smallFrom = '2024-11-01'
/** By host, a parameter that says from which day on values are asked for. */
const fromParameters: Readonly<Record<string, string>> = {
  'raw.githubusercontent.com': 'from',
  'community-api.coinmetrics.io': 'start_time',
  'api.stlouisfed.org': 'observation_start',
  'fred.stlouisfed.org': 'cosd',
}

/** A transport that notes what it is asked for, in order. */
export const listening =
  (urls: string[], of = smallTransport) =>
  (now: number): Transport => {
    const sample = of(now)
    return {
      ...sample,
      fetch: (request, signal) => {
        urls.push(request.url)
        return sample.fetch(request, signal)
      },
    }
  }

/**
 * The sample feeds with two years of history in place of ten, where most of the time of a refresh goes: what a test needs that needs a home,
 * and not the home.
 */
export function smallTransport(now: number): Transport {
  const sample = sampleTransport({ now })
  return {
    name: 'sample',
    fetch: async (request, signal) => {
      const url = new URL(request.url)
      const from = fromParameters[url.host]
      if (from !== undefined && !url.searchParams.has(from)) url.searchParams.set(from, smallFrom)
      const response = await sample.fetch({ ...request, url: url.href }, signal)
      return { ...response, url: request.url }
    },
  }
}

/** The same with `change` done to bodies whose address matches. */
export const altered =
  (match: RegExp, change: (body: string) => string, of = smallTransport) =>
  (now: number): Transport => {
    const sample = of(now)
    return {
      ...sample,
      fetch: async (request, signal) => {
        const response = await sample.fetch(request, signal)
        return match.test(request.url)
          ? { ...response, body: Buffer.from(change(Buffer.from(response.body).toString())) }
          : response
      },
    }
  }

/** The same where no filer but one has filed anything: reading the reports of the others takes most of the time of loading filings. */
export const filedBy = (cik: string) =>
  altered(new RegExp(`/submissions/CIK(?!${cik})\\d+\\.json$`), (body) => {
    const index = JSON.parse(body)
    const recent = Object.fromEntries(Object.keys(index.filings.recent).map((name) => [name, []]))
    return JSON.stringify({ ...index, filings: { recent, files: [] } })
  })
