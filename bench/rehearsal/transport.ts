import { AsyncLocalStorage } from 'node:async_hooks'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { upstreams } from '../../data/upstreams.ts'
import { liveTransport } from '../../pipeline/http/live.ts'
import type { Transport } from '../../pipeline/http/request.ts'
import type { AcceleratedClock } from './clock.ts'

/** Work under way that fetches: what lets time pass, null while it waits for an upstream to let it through. */
interface Fetching {
  rest: (() => void) | null
}

/** The transport, and what work that fetches runs in so that time stands while it does anything but wait for a token. */
export interface RehearsedTransport extends Transport {
  within<T>(work: () => Promise<T>): Promise<T>
  close(): Promise<void>
}

/** What an operator of all feeds has set. */
export const credentials: ReadonlyMap<string, string> = new Map(
  upstreams.flatMap(({ credential }) =>
    credential === null ? [] : [[credential.setting, `rehearsal-${credential.setting}@example.com`]],
  ),
)

/**
 * The live transport, each true address led to `origin/HOST/PATH` on this machine, on the accelerated clock: time passes while a fetch waits for a
 * token, and stands while its request is on the wire. It is named `sample`, because that is what its answers are.
 */
export function rehearsedTransport(origin: string, clock: AcceleratedClock): RehearsedTransport {
  const fetching = new AsyncLocalStorage<Fetching>()
  const sent = new WeakMap<object, Fetching>()
  const work = (own: Fetching | undefined) => {
    if (own) own.rest ??= clock.busy()
  }
  const wait = (own: Fetching | undefined) => {
    own?.rest?.()
    if (own) own.rest = null
  }
  const live = liveTransport({
    credentials,
    clock: clock.now,
    timer: clock.timer,
    rewrite(url) {
      work(fetching.getStore())
      return new URL(`${origin}/${url.host}${url.pathname}${url.search}`)
    },
  })
  const created = (message: unknown) => {
    const own = fetching.getStore()
    if (own) sent.set((message as { request: object }).request, own)
  }
  // a redirect has ended on the wire before the next token is waited for
  const answered = (message: unknown) => {
    const { request, response } = message as { request: object; response: { statusCode: number } }
    if (response.statusCode >= 300 && response.statusCode < 400) wait(sent.get(request))
  }
  subscribe('undici:request:create', created)
  subscribe('undici:request:headers', answered)
  return {
    name: 'sample',
    async fetch(request, signal) {
      const own = fetching.getStore()
      wait(own)
      try {
        return await live.fetch(request, signal)
      } finally {
        work(own)
      }
    },
    within: (fetches) => {
      const own: Fetching = { rest: clock.busy() }
      return fetching.run(own, () => fetches().finally(() => wait(own)))
    },
    async close() {
      unsubscribe('undici:request:create', created)
      unsubscribe('undici:request:headers', answered)
      await live.close()
    },
  }
}
