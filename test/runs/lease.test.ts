import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Lease, openLease } from '../../activities/writer/lease.ts'
import { seeded } from '../analysis/columns.ts'
import { memoryBlobs } from '../store/memory.ts'
import { type Draw, type Faults, lossyWorld, noFaults, type World, type WorldProcess } from './lease-world.ts'

const rounds = Number(process.env['LEASE_ROUNDS'] ?? 25)
const plain: Draw = (below) => below >> 1

/** A store that keeps every version of the lease's cell. */
function watched() {
  const blobs = memoryBlobs()
  const versions: { owner: string | null; id: string; epoch: number; beat: number }[] = []
  return {
    versions,
    blobs: {
      get: blobs.get,
      async swap(name: string, expected: Uint8Array | null, bytes: Uint8Array) {
        const swapped = await blobs.swap(name, expected, bytes)
        if (swapped) versions.push(JSON.parse(Buffer.from(bytes).toString()))
        return swapped
      },
    },
  }
}

let made = 0
const open = (process: WorldProcess, owner: string, patient = false) =>
  openLease({ ...process, market: 'all', owner, patient, random: () => `id-${++made}` })

/** Runs the world until the promise settles. */
async function settled<T>(world: World, promise: Promise<T>, milliseconds = 120_000): Promise<T> {
  let outcome: { value: T } | { error: unknown } | null = null
  promise.then(
    (value) => (outcome = { value }),
    (error) => (outcome = { error }),
  )
  const end = world.now() + milliseconds
  while (outcome === null && world.now() < end) await world.run(100, () => {})
  if (outcome === null) throw new Error(`not settled after ${milliseconds} ms`)
  if ('error' in outcome) throw (outcome as { error: unknown }).error
  return (outcome as { value: T }).value
}

describe('the lease of a market', () => {
  test('is free at first, renewed each beat, and free again immediately when its holder closes it', async () => {
    const { blobs, versions } = watched()
    const world = lossyWorld(plain, blobs)
    const first = await settled(world, open(world.newProcess(noFaults), 'a'))
    expect(first.epoch).toBe(1)
    await world.run(60_000, () => expect(first.holds()).toBe(true))
    expect(versions.length).toBeGreaterThanOrEqual(11)
    await settled(world, first.close())
    expect(first.holds()).toBe(false)
    expect(versions.at(-1)).toMatchObject({ owner: null, epoch: 1 })
    const before = world.now()
    const second = await settled(world, open(world.newProcess(noFaults), 'b'))
    expect(second.epoch).toBe(2)
    expect(world.now() - before).toBeLessThan(1_000)
  })

  test('is refused, naming the holder, to whoever comes while it is renewed', async () => {
    const world = lossyWorld(plain, memoryBlobs())
    await settled(world, open(world.newProcess(noFaults), 'host-1 process 812'))
    const began = world.now()
    await expect(settled(world, open(world.newProcess(noFaults), 'b'))).rejects.toMatchObject({
      name: 'UnavailableError',
      code: 'WRITER_ELSEWHERE',
      message: expect.stringContaining('host-1 process 812'),
    })
    expect(world.now() - began).toBeLessThan(9_000)
    const patiently = world.now()
    await expect(settled(world, open(world.newProcess(noFaults), 'c', true))).rejects.toMatchObject({ code: 'WRITER_ELSEWHERE' })
    expect(world.now() - patiently).toBeGreaterThanOrEqual(35_000)
  })

  test('says immediately, and once, whose it is and when it ends, to whoever waits for it', async () => {
    const world = lossyWorld(plain, memoryBlobs())
    const killed = world.newProcess(noFaults)
    await settled(world, open(killed, 'host-1 process 812'))
    killed.kill()
    const calls: unknown[] = []
    const waiting = (...facts: unknown[]) => calls.push([...facts, world.now() - began])
    const began = world.now()
    await settled(world, openLease({ ...world.newProcess(noFaults), market: 'all', owner: 'b', random: () => 'id-b', waiting }))
    expect(calls).toEqual([[{ owner: 'host-1 process 812', epoch: 1 }, 30_000, expect.toSatisfy((ms: number) => ms < 1_000)]])
  })

  test('of a killed process is taken over when its beat stood still for 30 seconds, not earlier', async () => {
    const world = lossyWorld(plain, memoryBlobs())
    const killed = world.newProcess(noFaults)
    await settled(world, open(killed, 'a'))
    killed.kill()
    const began = world.now()
    const next = await settled(world, open(world.newProcess(noFaults), 'b'))
    expect(next.epoch).toBe(2)
    expect(world.now() - began).toBeGreaterThanOrEqual(30_000)
    expect(world.now() - began).toBeLessThan(40_000)
  })

  test('is lost by a process that was paused while another took over, at its first renewal', async () => {
    const world = lossyWorld(plain, memoryBlobs())
    const paused = world.newProcess(noFaults)
    const first = await settled(world, open(paused, 'a'))
    paused.pause(60_000)
    const second = await settled(world, open(world.newProcess(noFaults), 'b'))
    await world.run(60_000, () => expect([first.holds(), second.holds()]).toEqual([false, true]))
    expect(first.lost.reason).toMatchObject({ code: 'WRITER_FENCED', facts: { epoch: 1, standing: 2, owner: 'b' } })
    await expect(settled(world, first.confirm())).rejects.toMatchObject({ code: 'WRITER_FENCED' })
  })

  test('is kept by a process that was paused while nobody wanted it', async () => {
    const world = lossyWorld(plain, memoryBlobs())
    const paused = world.newProcess(noFaults)
    const lease = await settled(world, open(paused, 'a'))
    paused.pause(3_600_000)
    await world.run(3_610_000, () => {})
    expect(lease.holds()).toBe(true)
    expect(lease.lost.aborted).toBe(false)
  })

  test('is given up before another process may take it by one that cannot reach the store', async () => {
    const world = lossyWorld(plain, memoryBlobs())
    const cut = world.newProcess(noFaults)
    const first = await settled(world, open(cut, 'a'))
    cut.cutOff(600_000)
    const began = world.now()
    let lostAt = Number.NaN
    first.lost.addEventListener('abort', () => {
      lostAt = world.now()
    })
    await settled(world, open(world.newProcess(noFaults), 'b'))
    expect(first.lost.reason).toMatchObject({ code: 'WRITER_LOST', facts: { seconds: 27 } })
    expect(lostAt).toBeLessThan(world.now())
    expect(lostAt - began).toBeLessThanOrEqual(27_000)
  })

  test('whatever is lost, late, paused or killed: one holder at a time, and each epoch above the previous one', async () => {
    let taken = 0
    await fc.assert(
      fc.asyncProperty(fc.nat(), async (seed) => {
        const next = seeded(seed)
        taken += await history((below) => Math.floor(next() * below))
      }),
      { numRuns: rounds },
    )
    // else nothing was put to the test
    expect(taken).toBeGreaterThan(rounds * 2)
  })
})

/** Some minutes of several processes that take, lose and free the lease; gives how often it was taken. */
async function history(draw: Draw): Promise<number> {
  const { blobs, versions } = watched()
  const world = lossyWorld(draw, blobs)
  const faults: Faults = { dropped: draw(30), unanswered: draw(30), belated: draw(15) }
  const leases: Lease[] = []
  const processes: WorldProcess[] = []
  let isOver = false

  async function live(name: string): Promise<void> {
    const process = world.newProcess(faults)
    processes.push(process)
    while (!isOver) {
      const lease = await open(process, name, draw(2) === 0).catch(() => null)
      if (lease !== null) {
        leases.push(lease)
        await process.wait(draw(40_000), lease.lost)
        if (draw(2) === 0) await lease.confirm().catch(() => undefined)
        if (draw(4) === 0) {
          process.kill()
          void live(`${name}+`)
          return
        }
        await lease.close()
      }
      await process.wait(draw(5_000))
    }
  }
  const look = () => {
    const holders = leases.filter((lease) => lease.holds())
    expect(holders.length, `two hold at ${world.now()}: epochs ${holders.map(({ epoch }) => epoch)}`).toBeLessThanOrEqual(1)
  }
  for (const name of ['a', 'b', 'c']) void live(name)
  for (let step = 0; step < 30; step++) {
    await world.run(20_000, look)
    const some = processes[draw(processes.length)]!
    if (draw(2) === 0) some.pause(draw(60_000))
    else some.cutOff(draw(40_000))
  }
  isOver = true
  for (const process of processes) process.kill()

  for (const [at, { id, epoch }] of versions.entries()) {
    const before = versions[at - 1]
    if (before) expect(epoch - before.epoch).toBe(before.id === id && before.epoch === epoch ? 0 : 1)
  }
  expect(new Set(leases.map(({ epoch }) => epoch)).size).toBe(leases.length)
  // and whatever happened, the next process gets it once the last belated request has arrived
  await world.run(15_000, look)
  const next = await settled(world, open(world.newProcess(noFaults), 'next'))
  expect(next.epoch).toBe(versions.at(-1)!.epoch)
  return leases.length
}
