import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { currentKey } from '../../pipeline/editions/edition-files.ts'
import type { Blobs } from '../../pipeline/store/blobs.ts'
import { startBucket } from '../store/bucket.ts'
import { serverOrNull } from '../temporal/server.ts'
import { addressThrough, type FaultProxy, faultProxy, noFaults } from './fault-proxy.ts'
import { chainIn, editionIn, type Installation, installation, momentOf } from './installation.ts'
import type { Machine } from './machine.ts'

const first = await startBucket()
const temporal = await serverOrNull()
const writing = 'workflow,writer'
const textOf = (bytes: Uint8Array | null) => bytes && Buffer.from(bytes).toString()

describe.skipIf(first === null || temporal === null)('two writers of one bucket', () => {
  let world: Installation
  let proxy: FaultProxy
  let blobs: Blobs
  let writer: Machine

  beforeEach(async () => {
    const bucket = (await startBucket())!
    proxy = await faultProxy(bucket.server.endpoint, noFaults)
    world = await installation(bucket, temporal!)
    blobs = world.blobs
    const byProxy = addressThrough(bucket, proxy)
    writer = await world.worker(writing, { BRIEFING_STORE: byProxy })
    await world.worker('fetch,render')
    await world.refresh(20)
  })
  afterEach(async () => {
    proxy?.faults && Object.assign(proxy.faults, { silent: false })
    await world?.close()
    await proxy?.close()
  })
  afterAll(() => temporal?.stop())

  test('the second is refused, naming the first, which continues', async () => {
    const second = await world.run(['worker', '--roles', writing], {}, [69])
    expect(second.output()).toMatch(new RegExp(`WRITER_ELSEWHERE: .*process ${writer.child.pid}\\)`))
    await world.refresh(21)
    expect(await editionIn(blobs)).toMatchObject({ as_of: '2026-11-21', sequence: 2, epochs: { all: 1 } })
  })

  test('one that is paused while it publishes is replaced, and once it is woken it ends without publishing anything', async () => {
    const moment = momentOf('publish', blobs, writer)
    const run = world.refresh(21)
    await moment
    writer.child.kill('SIGSTOP')
    await world.worker(writing)
    await run
    const pointer = textOf(await blobs.get(currentKey))
    writer.child.kill('SIGCONT')
    expect(await writer.ended).toBe(69)
    expect(writer.output()).toMatch(/WRITER_(FENCED|LOST)/)
    expect(textOf(await blobs.get(currentKey))).toBe(pointer)
    await world.refresh(22)
    expect(await editionIn(blobs)).toMatchObject({ as_of: '2026-11-22', epochs: { all: 2 } })
    expect(await chainIn(blobs)).toBe((await editionIn(blobs)).sequence)
  })

  test('one that the network parts from the bucket alone stops before another one works', async () => {
    const moment = momentOf('compute', blobs, writer)
    const run = world.refresh(21)
    await moment
    proxy.faults = { ...noFaults, silent: true }
    const ends: string[] = []
    writer.ended.then((code) => ends.push(`the first ended with ${code}`))
    await world.worker(writing)
    ends.push('the second works')
    await run
    expect(ends).toEqual(['the first ended with 69', 'the second works'])
    expect(writer.output()).toContain('WRITER_LOST')
    expect(await editionIn(blobs)).toMatchObject({ as_of: '2026-11-21', sequence: 2, epochs: { all: 2 } })
    expect(await chainIn(blobs)).toBe(2)
  })
})
