import type { Transport } from '../pipeline/source/http/request.ts'
import { sampleTransport } from '../pipeline/source/http/sample.ts'

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
