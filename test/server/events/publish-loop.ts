/**
 * Publishes editions in which the state of every briefing is another one, by several publishers that know nothing of each other, with a random
 * delay before each swap. They are of one process, as the lock of the warehouse has it: see `folderBlobs`.
 *
 *   node test/server/events/publish-loop.js FOLDER PUBLISHERS EDITIONS SEED
 */
import { setTimeout as wait } from 'node:timers/promises'
import { briefingRows } from '../../../data/briefings.ts'
import { prune } from '../../../pipeline/publish/prune.ts'
import { publish } from '../../../pipeline/publish/publish.ts'
import type { Blobs } from '../../../pipeline/store/blobs.ts'
import { folderBlobs } from '../../../pipeline/store/folder.ts'
import { seeded } from '../../feeds/mutate.ts'
import { artifact, publication } from '../../publish/documents.ts'

const [, , folder = '', publishers, editions, seed] = process.argv
const random = seeded(Number(seed))

/** A store that is slow to swap: another publisher is often first. */
const slow = (blobs: Blobs): Blobs => ({
  ...blobs,
  swap: async (...given) => {
    await wait(random() * 10)
    return blobs.swap(...given)
  },
})

async function run(publisher: number): Promise<void> {
  const blobs = slow(folderBlobs(folder))
  for (let nth = 1; nth <= Number(editions); nth++) {
    const artifacts = briefingRows.map(({ id, title, tier }) => {
      const { formats, facts, ...rest } = artifact(`briefing/${id}`, `p${publisher}.${nth}`, { lines: 1 })
      const state = `p${publisher}.${nth}`
      return {
        ...rest,
        formats: { md: formats.md!, json: formats.json! },
        facts: { ...facts, title, tier, state, freshness: 'fresh' },
      }
    })
    for (let done = false; !done; ) {
      const publishedAt = new Date().toISOString()
      done = await publish(blobs, publication(artifacts, { publishedAt })).then(
        () => true,
        (error: { code?: string }) => {
          if (error.code !== 'PUBLISH_CONTENDED') throw error
          return false
        },
      )
    }
    if (nth % 20 === 0) await prune(blobs, { keepEditions: 5, keepMs: 5_000, now: Date.now() })
  }
}

await Promise.all(Array.from({ length: Number(publishers) }, (_, nth) => run(nth)))
