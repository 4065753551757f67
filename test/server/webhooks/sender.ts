/** Sends events in a process of its own, until it is killed: `sender.ts PLACE EVENTS BEGUN SPEED`. Its clock runs faster by SPEED. */
import { randomUUID } from 'node:crypto'
import { openState } from '../../../server/state/open.ts'
import { openDelivery } from '../../../server/webhooks/delivery.ts'
import { guardedPost, resolverOf } from '../../../server/webhooks/post.ts'
import { changed } from '../events/made.ts'

const [place, count, begun, speed] = process.argv.slice(2) as [string, string, string, string]
const now = () => Number(begun) + (Date.now() - Number(begun)) * Number(speed)
const events = Array.from({ length: Number(count) }, (_, i) => changed(i + 1, Number(begun) + i))
process.on('disconnect', () => process.exit())
openDelivery({
  state: await openState(place),
  feed: () => ({ events, issuersNamed: async (names) => new Set(names.map((name) => `us:${name}`)) }),
  post: guardedPost({ local: true, resolve: resolverOf(true) }, { connectMs: 1_000, wholeMs: 1_000 }),
  holder: randomUUID(),
  log: { warn: (message, facts) => console.error(message, facts) },
  now,
  wall: now,
  random: Math.random,
  pollMs: 20,
  // two seconds: twice what an attempt may take
  leaseMs: 2_000 * Number(speed),
})
process.send?.('ready')
