/**
 * A worker of the role `fetch` in a separate process. Its fetches ask nobody: each waits for its share of the limit, appends the time, its
 * process, upstream and request to the file EVENTS, a line each, and lasts HOLD ms. RATES are the limits as JSON; none are kept where it is `{}`.
 */
import { appendFileSync } from 'node:fs'
import { concurrency, nonRetryable, policies } from '../../activities/policies.ts'
import { type TokenBucket, tokenBucket } from '../../pipeline/http/bucket.ts'
import { systemTimer } from '../../pipeline/http/timer.ts'
import { startWorkers } from '../../workflows/worker.ts'

const { EVENTS: events, INSTALLATION: installation, RATES: given = '{}', HOLD: hold = '0' } = process.env
if (!events || !installation) throw new Error('set EVENTS and INSTALLATION')
const rates = JSON.parse(given) as Record<string, number>

let fetchers = 1
let known = (): void => undefined
const counted = new Promise<void>((resolve) => {
  known = resolve
})
const buckets = new Map<string, TokenBucket>(
  Object.entries(rates).map(([upstream, perSecond]) => [
    upstream,
    tokenBucket({ perSecond, burst: 1, concurrency: 2, sharedBy: () => fetchers }, systemTimer),
  ]),
)
const never = new AbortController().signal

const workers = await startWorkers({
  activities: {
    async fetch({ upstream, page, at }: { upstream: string; page: string; at: number }) {
      if (buckets.has(upstream)) await counted
      const giveBack = await buckets.get(upstream)?.acquire(never)
      if (events !== 'none') appendFileSync(events, `${Date.now()} ${process.pid} ${upstream} ${page}/${at}\n`)
      if (Number(hold) > 0) await new Promise((resolve) => setTimeout(resolve, Number(hold)))
      giveBack?.()
      return { batch: `${page}/${at}`, failed: [], ms: 1 }
    },
  },
  ...{ policies, nonRetryable, installation },
  concurrency: { ...concurrency, fetch: Number(process.env['PLACES'] ?? concurrency.fetch) },
  queues: ['fetch'],
  ...(buckets.size > 0 && {
    fetching: {
      rates,
      onFetchers: (count: number) => {
        fetchers = count
        known()
      },
    },
  }),
  env: process.env,
  log: { info: () => undefined, warn: (message, facts) => console.error(message, facts) },
})
process.stdout.write('ready\n')
await workers.done
