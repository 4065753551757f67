import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startBucket } from '../store/bucket.ts'
import { serverOrNull } from '../temporal/server.ts'
import { editionIn, type Installation, installation, momentOf } from './installation.ts'
import type { Machine } from './machine.ts'

const bucket = await startBucket()
const temporal = await serverOrNull()
const goneMs = 12_000

describe.skipIf(bucket === null || temporal === null || !bucket.server.own)(
  'an object store that is gone for some seconds',
  () => {
    let world: Installation
    let workers: Machine[]
    let isOver = false

    /** A worker that is started again whenever it ends because something it needs is away, as a service manager does. */
    async function kept(roles: string): Promise<void> {
      const at = workers.length
      const start = async () => {
        const machine = await world.start(['worker', '--roles', roles])
        workers[at] = machine
        return machine
      }
      let machine = await start()
      void (async () => {
        while (!isOver) {
          const code = await machine.ended
          if (code !== 69) break
          await wait(500)
          if (!isOver) machine = await start()
        }
      })()
      await machine.printed(/working for/)
    }

    beforeAll(async () => {
      workers = []
      world = await installation(bucket!, temporal!)
      for (const roles of ['workflow,writer', 'fetch', 'render']) await kept(roles)
    })
    afterAll(async () => {
      isOver = true
      await world?.close()
      await temporal?.stop()
    })

    test.each([
      { day: 20, moment: 'load' },
      { day: 21, moment: 'publish' },
    ] as const)('while a run is about to $moment: it waits and ends', async ({ day, moment }) => {
      const reached = momentOf(moment, world.blobs, workers[0]!)
      const run = world.refresh(day)
      await reached
      await bucket!.server.crash()
      await wait(goneMs)
      await bucket!.server.restart()
      const caller = await run
      expect(await editionIn(world.blobs)).toMatchObject({ as_of: `2026-11-${day}`, sequence: day - 19 })
      // no feed may count as failed because its answer could not be stored
      expect(caller.output()).toContain('"failures":')
      expect(caller.output()).not.toContain('STORE_')
    })
  },
)
