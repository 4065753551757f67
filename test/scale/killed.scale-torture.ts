import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { folderBlobs } from '../../pipeline/store/folder.ts'
import { rowsOf } from '../end-to-end/tree.ts'
import { startBucket } from '../store/bucket.ts'
import { serverOrNull } from '../temporal/server.ts'
import { contentOf, editionIn, type Installation, installation, momentOf } from './installation.ts'
import type { Machine } from './machine.ts'

const bucket = await startBucket()
const temporal = await serverOrNull()
const phases = ['load', 'compute', 'publish'] as const
/** Kills in each phase: one by day, 20 at night. */
const rounds = Number(process.env['KILL_ROUNDS'] ?? 1)
const firstDay = 10
const kills = Array.from({ length: rounds }, (_, round) => phases.map((phase) => ({ phase, round }))).flat()
/** Days of November are few: the rounds of a night share installations of this many. */
const perInstallation = 15

for (let from = 0; from < kills.length; from += perInstallation) {
  const some = kills.slice(from, from + perInstallation)
  describe.skipIf(bucket === null || temporal === null)(`machines that are killed, from round ${some[0]!.round}`, () => {
    let world: Installation
    let writer: Machine
    let renderer: Machine
    let published = 0

    beforeAll(async () => {
      const own = from === 0 ? bucket! : (await startBucket())!
      world = await installation(own, temporal!)
      writer = await world.worker('workflow,writer')
      renderer = await world.worker('render')
      await world.worker('fetch')
    })
    afterAll(async () => {
      await world?.close()
      if (from + perInstallation >= kills.length) await temporal?.stop()
    })

    test.each(some)('the writer in $phase, round $round: another machine ends the run', async (kill) => {
      const at = some.indexOf(kill)
      const moment = momentOf(kill.phase, world.blobs, writer)
      const run = world.refresh(firstDay + at)
      await moment
      // later kills come a little later into the phase
      await wait(kill.round * 40)
      await writer.kill()
      writer = await world.worker('workflow,writer')
      await run
      const { as_of, sequence } = await editionIn(world.blobs)
      expect(as_of).toBe(`2026-11-${firstDay + at}`)
      // of a writer that is killed once it has published, the next one publishes the same again, as its first edition
      expect(sequence - published).toBeOneOf(kill.phase === 'publish' ? [1, 2] : [1])
      published = sequence
    })

    test('a renderer: the run ends on another one', async () => {
      const run = world.refresh(firstDay + some.length)
      await momentOf('compute', world.blobs, writer)
      await renderer.kill()
      renderer = await world.worker('render')
      await run
      expect(await editionIn(world.blobs)).toMatchObject({ sequence: published + 1 })
    })

    test('documents, recordings and rows are those of one machine that nobody disturbed', async () => {
      const home = await world.alone([...some.keys(), some.length].map((at) => firstDay + at))
      const undisturbed = folderBlobs(home)
      const { sequence: _, ...content } = contentOf(await editionIn(undisturbed))
      expect(contentOf(await editionIn(world.blobs))).toMatchObject(content)
      expect(await world.blobs.list('recordings/')).toEqual(await undisturbed.list('recordings/'))
      await writer.kill('SIGTERM')
      expect(await rowsOf(join(writer.folder, 'home', 'store.duckdb'))).toEqual(await rowsOf(join(home, 'store.duckdb')))
    })
  })
}
