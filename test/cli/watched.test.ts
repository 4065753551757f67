import { expect, test } from 'vitest'
import type { ActivityContext } from '../../activities/activity.ts'
import { withProgress } from '../../cli/on-host.ts'

test('the line counts requests and batches as they become known and are loaded', async () => {
  const said: string[] = []
  const progress = {
    at: (what: string, done?: number, of?: number) => void said.push(done === undefined ? what : `${what} ${done}/${of}`),
    log: <T>(log: T) => log,
    end: () => undefined,
  }
  const page = { feed: 'fred-graph', key: 'work/a', requests: 1 }
  const activities = {
    plan: async () => ({ pages: [page, page], batches: [] }),
    fetch: async ({ page }: { page: string }) => ({ batch: page === 'empty' ? null : 'work/b', failed: [] }),
    load: async () => ({ next: [page] }),
    compute: async () => ({}),
    render: async () => ({}),
    publish: async () => ({}),
  } as unknown as Parameters<typeof withProgress>[0]
  const seen = withProgress(activities, progress)
  const context = {} as ActivityContext
  const any = {} as never
  await seen.plan(any, context)
  await seen.fetch({ page: 'full' } as never, context)
  await seen.load({ run: 'r', batches: ['work/b'] }, context)
  await seen.fetch({ page: 'empty' } as never, context)
  await seen.load({ run: 'r', batches: ['work/b'] }, context)
  await seen.compute(any, context)
  await seen.render(any, context)
  await seen.publish(any, context)
  expect(said).toEqual([
    'planning',
    'reading and loading 0/2',
    'reading and loading 0/2',
    'reading and loading 1/3',
    'reading and loading 2/3',
    'computing',
    'rendering',
    'publishing',
  ])
})
