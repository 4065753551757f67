import { expect, test } from 'vitest'
import { backfill } from '../../workflows/orchestrations/backfill.ts'
import { refresh } from '../../workflows/orchestrations/refresh.ts'

type Input = Readonly<Record<string, unknown>>
const now = Date.parse('2026-11-20T23:59:59Z')
const day = (text: unknown, after = 0) => new Date(Date.parse(String(text)) + after * 86_400_000).toISOString().slice(0, 10)

/** A host whose activities answer by these functions, and what they were asked. */
function hostOf(answers: Readonly<Record<string, (input: Input) => object>>) {
  const asked: [name: string, input: Input][] = []
  const activity = (name: string) => async (input: Input) => {
    asked.push([name, input])
    return answers[name]?.(input) ?? { run: 'r1' }
  }
  const activities = new Proxy({}, { get: (_, name: string) => activity(name) })
  const log = { info: () => undefined, warn: () => undefined }
  const inputs = (name: string) => asked.flatMap(([each, input]) => (each === name ? [input] : []))
  const windows = { fetch: 4, upstream: 4, render: 4 }
  return { host: { activities, windows, now: () => now, log } as never, inputs }
}

test('pages of past days follow one another without a gap or a day twice', async () => {
  const { host, inputs } = hostOf({
    span: () => ({ from: '2015-01-01', to: '2026-11-19' }),
    backfill: () => ({ edition: 'e', added: 2, same: 1, revised: 0, left: 0, named: [] }),
  })
  const result = await backfill(host, { from: null, to: null, only: [], revise: false, dryRun: false } as never)
  const pages = inputs('backfill')
  expect(pages.map(({ from }) => from)).toEqual(['2015-01-01', ...pages.slice(0, -1).map(({ to }) => day(to, 1))])
  expect([pages.length, pages.at(-1)!['to']]).toEqual([4, '2026-11-19'])
  expect(result).toMatchObject({ added: 8, same: 4, edition: 'e' })
})

const page = (key: string) => ({ feed: 'h10', upstream: 'fed', key, requests: 1, perLoad: 24 })
const loads = { recordings: 1, loaded: 1, refused: 0, rejected: 1, feeds: [] }
const steps = (failing: Error) =>
  hostOf({
    plan: () => ({ faults: [], pages: [page('p1'), page('p2')], batches: [], untaken: [], untakenCount: 0 }),
    fetch: ({ page: key }) => {
      if (key === 'p2') throw failing
      return { batch: `of ${String(key)}`, failed: [], ms: 1 }
    },
    // the first body changes something, the later ones do not; all lead to the same page
    load: ({ batches }) => ({ ...loads, changed: String(batches) === 'of p1', next: [page('p3'), page('p1')] }),
    compute: () => ({ shards: [], kept: [], readings: 0, stale: [], missing: [], held: [], releases: {}, entries: null }),
    publish: ({ asOf }) => ({ edition: 'e', asOf }),
  })
const failure = (name: string) => Object.assign(new Error('refused'), { name, code: 'HTTP' })

test.each([
  ['live', ['p1', 'p2', 'p3'], 2],
  ['recorded', ['p1', 'p2'], 1],
])(
  'a refresh of %s feeds asks for each page once, counts every load, and publishes what has changed',
  async (kind, pages, rejected) => {
    const { host, inputs } = steps(failure('UpstreamError'))
    const result = await refresh(host, { feeds: { kind, folder: '' } as never, only: [], asOf: null })
    expect(inputs('fetch').map(({ page: key }) => key)).toEqual(pages)
    expect(result).toMatchObject({ asOf: '2026-11-20', day: '2026-11-20', rejected, failures: [{ feed: 'h10', code: 'HTTP' }] })
    expect(inputs('publish')).toMatchObject([{ asOf: '2026-11-20', now, changed: true }])
    expect(inputs('end')).toMatchObject([{ status: 'partial', edition: 'e', error: { code: 'HTTP' } }])
  },
)

test('an error other than a failure of an upstream ends the run as failed, and nothing is published', async () => {
  const { host, inputs } = steps(failure('TypeError'))
  await expect(refresh(host, { feeds: { kind: 'live' }, only: [], asOf: null })).rejects.toThrow('refused')
  expect([inputs('publish'), inputs('end')]).toMatchObject([[], [{ status: 'failed', edition: null, error: { code: 'HTTP' } }]])
})
