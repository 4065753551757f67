import { describe, expect, test } from 'vitest'
import { changeRunsState, readRunsState } from '../../activities/runs/runs-state.ts'
import { publish } from '../../pipeline/editions/publish.ts'
import { UnavailableError } from '../../pipeline/errors.ts'
import type { Blobs } from '../../pipeline/store/blobs.ts'
import { memoryBlobs, otherProcess } from '../store/memory.ts'
import { artifact, publication, wholeEdition } from './documents.ts'

const by = (epoch: number) => ({ writer: { market: 'all', epoch } })
const one = (name: string, version: string) => [artifact(`briefing/${name}`, version)]
const unknown = () => new UnavailableError('SWAP_UNKNOWN', 'the answer was lost')

describe('publishing to a store that several machines share', () => {
  test('an edition carries the epoch of its writer; without a writer it carries none', async () => {
    const blobs = memoryBlobs()
    expect(await publish(blobs, publication(one('a', 'one')))).not.toHaveProperty('epochs')
    expect(await publish(blobs, publication(one('a', 'two'), by(3)))).toMatchObject({ sequence: 2, epochs: { all: 3 } })
  })

  test('the first edition of a new writer says so even if nothing else is new, and the next publish creates none', async () => {
    const blobs = memoryBlobs()
    await publish(blobs, publication(one('a', 'one'), by(1)))
    expect(await publish(blobs, publication(one('a', 'one'), by(2)))).toMatchObject({ sequence: 2, epochs: { all: 2 } })
    expect(await publish(blobs, publication(one('a', 'one'), by(2)))).toMatchObject({ sequence: 2 })
  })

  test('an earlier writer is refused, also where the later one publishes while it merges', async () => {
    const blobs = memoryBlobs()
    await publish(blobs, publication(one('a', 'one'), by(1)))
    let hasRival = true
    const raced: Blobs = {
      ...otherProcess(blobs),
      swap: async (key, expected, bytes) => {
        if (hasRival) {
          hasRival = false
          await publish(otherProcess(blobs), publication(one('b', 'one'), by(2)))
        }
        return blobs.swap(key, expected, bytes)
      },
    }
    const refused = { name: 'UnavailableError', code: 'WRITER_FENCED', facts: { market: 'all', epoch: 1, standing: 2 } }
    await expect(publish(raced, publication(one('a', 'two'), by(1)))).rejects.toMatchObject(refused)
    await expect(publish(blobs, publication(one('c', 'one'), by(1)))).rejects.toMatchObject(refused)
    expect([...(await wholeEdition(blobs))!.entries.keys()].sort()).toEqual(['briefing/a', 'briefing/b'])
  })

  test('writers of two markets do not fence each other', async () => {
    const blobs = memoryBlobs()
    await publish(blobs, publication(one('a', 'one'), by(7)))
    const manifest = await publish(blobs, publication(one('b', 'one'), { writer: { market: 'us', epoch: 1 } }))
    expect(manifest.epochs).toEqual({ all: 7, us: 1 })
  })

  test.each([
    ['was written', true],
    ['was not written', false],
  ])('where the answer was lost and another one published since, an edition that %s is published once', async (_, isWritten) => {
    const blobs = memoryBlobs()
    await publish(blobs, publication(one('a', 'one')))
    let isLost = true
    const lossy: Blobs = {
      ...otherProcess(blobs),
      swap: async (key, expected, bytes) => {
        if (!isLost) return blobs.swap(key, expected, bytes)
        isLost = false
        if (isWritten) await blobs.swap(key, expected, bytes)
        await publish(otherProcess(blobs), publication(one('b', 'one')))
        throw unknown()
      },
    }
    const manifest = await publish(lossy, publication(one('a', 'two')))
    const { manifest: standing, entries } = (await wholeEdition(blobs))!
    expect([standing.sequence, manifest.sequence]).toEqual([3, isWritten ? 2 : 3])
    expect([entries.get('briefing/a')?.facts['state'], entries.has('briefing/b')]).toEqual(['two', true])
  })

  test('the state of runs refuses an earlier writer, and a change is repeated where the answer was lost', async () => {
    const blobs = memoryBlobs()
    const drift = (name: string) => (state: Awaited<ReturnType<typeof readRunsState>>) => ({
      ...state,
      drift: { ...state.drift, [name]: { since: '2026-11-20T00:00:00Z', text: name } },
    })
    let losses = 3
    const lossy: Blobs = {
      ...otherProcess(blobs),
      swap: async (key, expected, bytes) => {
        const swapped = losses % 2 === 1 && (await blobs.swap(key, expected, bytes))
        if (losses-- > 0) throw unknown()
        return swapped || blobs.swap(key, expected, bytes)
      },
    }
    await changeRunsState(lossy, drift('a'), { market: 'all', epoch: 2 })
    expect(await readRunsState(blobs)).toMatchObject({ drift: { a: {} }, epochs: { all: 2 } })
    await expect(changeRunsState(blobs, drift('b'), { market: 'all', epoch: 1 })).rejects.toMatchObject({ code: 'WRITER_FENCED' })
    expect((await changeRunsState(blobs, drift('c'))).epochs).toEqual({ all: 2 })
    expect(Object.keys((await readRunsState(blobs)).drift)).toEqual(['a', 'c'])
  })
})
