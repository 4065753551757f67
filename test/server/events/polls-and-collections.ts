/**
 * Lets reads wait for an event, with a garbage collection forced after each one began, and prints how many were answered. A read whose timer
 * is lost keeps nothing alive: the process then ends without it.
 *
 *   node --expose-gc test/server/events/polls-and-collections.js READS
 */
import type { DocumentQuery } from '../../../server/answers/document-route.ts'
import type { EditionCache } from '../../../server/answers/edition-cache.ts'
import { EditionWatch } from '../../../server/answers/edition-watch.ts'
import { offeredEvents } from '../../../server/events/route.ts'
import { operations } from '../../../server/openapi/operations.ts'

const view = { events: [], manifest: { sample: false }, entries: new Map(), resident: () => null }
const cache = { view, edition: 'e1' } as unknown as EditionCache
const operation = operations.find(({ route }) => route === 'events')!
const following = new EditionWatch()
following.adopt(cache)
const target = { path: operation.path, query: [{ name: 'wait', value: '1' }] }
const asking: DocumentQuery = { path: operation.path, params: {}, state: { cache, target }, accepts: () => 'application/json' }
const collect = (globalThis as { gc?: () => void }).gc!

let answered = 0
process.on('exit', () => process.stdout.write(String(answered)))
for (let n = 0; n < Number(process.argv[2]); n++) {
  const left = new AbortController().signal
  const feed = { following, now: Date.now, address: `10.0.${n >> 8}.${n & 255}`, left }
  void offeredEvents(asking, operation, feed)
    .then((offered) => offered.bytes('full', null))
    .then(() => answered++)
  await new Promise(setImmediate)
  collect()
}
