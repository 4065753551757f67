import type { Running } from '../fixture.ts'

/** Every target that a server sells, as its own catalogues name them, and those with the longest queries. */
export async function pricedTargets({ get }: Pick<Running, 'get'>): Promise<string[]> {
  const json = async (path: string) => JSON.parse((await get(path, { headers: { accept: 'application/json' } })).text)
  const { briefings } = (await json('/api/briefings')) as { briefings: { briefing: string; path: string }[] }
  const { metrics } = (await json('/api/metrics')) as { metrics: { path: string }[] }
  const { companies } = (await json('/api/companies')) as { companies: { address: string; blocks: string[] }[] }
  const many = Array.from({ length: 200 }, (_, at) => `213800SAMPLEPLC0${1_000 + at}`).join(',')
  const window = 'from=2020-01-01&to=2026-11-20&as_of=2026-11-20'
  return [
    ...briefings.flatMap(({ briefing, path }) => [path, `${path}?format=json`, `/api/context?briefing=${briefing}`]),
    ...metrics.flatMap(({ path }) => [path, `${path}/history`, `${path}/history?${window}&format=arrow`]),
    ...companies.flatMap(({ address, blocks }) =>
      ['', ...blocks.map((block) => `/${block}`)].map((block) => `/api/companies/${address}${block}`),
    ),
    ...[
      '/api/treasuries',
      '/api/treasuries/HRBX',
      '/api/balance',
      '/api/events',
      `/api/events?companies=${encodeURIComponent(many)}`,
    ],
  ]
}
