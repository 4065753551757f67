import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { newsKinds } from '../../data/news-kinds.ts'
import type { EditionView } from '../../pipeline/editions/reader.ts'
import { createAccount } from '../../server/state/accounts.ts'
import { openState } from '../../server/state/open.ts'
import { createWebhook } from '../../server/state/webhooks.ts'
import { openDelivery } from '../../server/webhooks/delivery.ts'
import { guardedPost, resolverOf } from '../../server/webhooks/post.ts'

/** Longer than the deliveries of one look at the feed can take. */
const patienceMs = 60_000

/** A webhook for all events, sent by the server's own delivery to a receiver on this machine. `place`: the path of a state store. */
export async function webhookReceiver(place: string, now: () => number) {
  const received: number[] = []
  const server = createServer((message, response) => {
    void text(message).then((body) => {
      received.push(Number((JSON.parse(body) as { id: string }).id))
      response.writeHead(204).end()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const state = await openState(place)
  const { id } = await createAccount(state, { name: 'rehearsal', plan: 'enterprise', now: now() })
  const made = await createWebhook(state, { account: id, url, filter: { kinds: newsKinds }, idempotency: null }, { now: now() })
  if (made.kind !== 'created') throw new Error(`the webhook was not registered: ${made.kind}`)
  let view: EditionView | null = null
  const delivery = openDelivery({
    state,
    feed: () => ({ events: view?.events ?? [], issuersNamed: async () => new Set() }),
    post: guardedPost({ local: true, resolve: resolverOf(true) }),
    holder: 'rehearsal',
    log: { warn: () => undefined },
    now,
    wall: now,
    random: () => 0.5,
  })
  return {
    /** The cursor of the event in each message, in the order of arrival. */
    received,
    /** Queues what the edition tells; resolves when nothing waits any more. Throws if that takes longer than a minute. */
    async adopt(adopted: EditionView): Promise<void> {
      view = adopted
      const last = adopted.events.at(-1)?.cursor
      if (last === undefined) return
      for (const end = performance.now() + patienceMs; ; await wait(5)) {
        delivery.wake()
        const behind = await state.db.selectFrom('webhook').select('cursor').executeTakeFirstOrThrow()
        const waiting = await state.db
          .selectFrom('webhook_delivery')
          .select('id')
          .where('state', '=', 'waiting')
          .limit(1)
          .execute()
        if ((behind.cursor ?? 0) >= last && waiting.length === 0) return
        if (performance.now() > end) throw new Error('webhooks still wait a minute after an edition was published')
      }
    },
    async close(): Promise<void> {
      await delivery.close()
      await state.close()
      server.close()
      await once(server, 'close')
    },
  }
}
