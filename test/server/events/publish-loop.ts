/**
 * Publishes editions in which the state of every briefing is another one, by several publishers that know nothing of each other, with a random
 * delay before each swap. Processes take turns as refreshes do: who has the warehouse publishes.
 *
 *   node test/server/events/publish-loop.js FOLDER PUBLISHERS EDITIONS SEED
 */
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { briefingRows } from '../../../data/briefings.ts'
import { prune } from '../../../pipeline/editions/prune.ts'
import { publish } from '../../../pipeline/editions/publish.ts'
import type { Blobs } from '../../../pipeline/store/blobs.ts'
import { folderBlobs } from '../../../pipeline/store/folder.ts'
import { openStore, type Store } from '../../../pipeline/warehouse/store.ts'
import { artifact, publication } from '../../editions/documents.ts'
import { seeded } from '../../feeds/mutate.ts'

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

async function publishOne(publisher: number, nth: number): Promise<void> {
  const blobs = slow(folderBlobs(join(folder, 'blobs')))
  const state = `p${process.pid}-${publisher}.${nth}`
  const artifacts = briefingRows.map(({ id, title, tier }) => {
    const { formats, facts, ...rest } = artifact(`briefing/${id}`, state, { lines: 1 })
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
}

/** The warehouse as a refresh opens it: no other process has it until it is closed. */
async function ownWarehouse(): Promise<Store> {
  for (;;) {
    try {
      return await openStore(join(folder, 'warehouse.duckdb'))
    } catch (error) {
      if ((error as { code?: string }).code !== 'STORE_HELD') throw error
      await wait(5 + random() * 30)
    }
  }
}

const all = Array.from({ length: Number(publishers) }, (_, nth) => nth)
for (let nth = 1; nth <= Number(editions); ) {
  const warehouse = await ownWarehouse()
  for (let left = 1 + Math.floor(random() * 4); left > 0 && nth <= Number(editions); left--, nth++) {
    await Promise.all(all.map((publisher) => publishOne(publisher, nth)))
    // as in a refresh: the owner of the warehouse prunes, and publishes nothing meanwhile
    if (nth % 5 === 0) await prune(folderBlobs(join(folder, 'blobs')), { keepEditions: 5, keepMs: 5_000, now: Date.now() })
  }
  await warehouse.close()
  // the other process has its turn
  await wait(random() * 60)
}
