import { setTimeout as wait } from 'node:timers/promises'
import { InputError, UnavailableError } from '../errors.ts'
import type { Blobs, ByteRange } from './blobs.ts'

/** How long a read of a lane may take, its turn and every try included, and how often it is tried. */
export interface ReadLane {
  readonly ms: number
  readonly tries: number
  /** A caller waits: it goes before the others, and while the store is silent it is refused without a try. */
  readonly isAsked?: boolean
}

/** A request that somebody waits for. */
export const callerLane: ReadLane = { ms: 3_000, tries: 2, isAsked: true }
/** What is loaded in the background. */
export const backgroundLane: ReadLane = { ms: 30_000, tries: 3 }
/** The pointer, which is read again soon anyway. */
export const pollLane: ReadLane = { ms: 2_000, tries: 1 }

/** Reads under way at the same time, and how many of them are left to callers. */
const mostReads = 32
const forCallers = 8
/** After a read that nobody answered callers are refused for as long, unless another read succeeds. */
const silentMs = 1_000
const betweenTriesMs = 50

/** The same store by the patience of whoever reads: a function, so that all lanes share their turns. */
export type BlobsByLane = (lane: ReadLane) => Blobs

/**
 * Bounds the reads of a store that may be far away: at most 32 at the same time, each abandoned at its time, none waits for a store that is
 * gone longer than its lane allows. A read that fails throws an `UnavailableError` STORE_UNREACHABLE. An abandoned read gives up its turn,
 * and aborts where the store takes a signal as its third argument.
 */
export function boundedBlobs(blobs: Blobs, now: () => number = () => performance.now()): BlobsByLane {
  const turns = openTurns()
  let answeredAt = Number.NEGATIVE_INFINITY
  let silentUntil = Number.NEGATIVE_INFINITY

  async function read<Answer>(lane: ReadLane, call: (signal: AbortSignal) => Promise<Answer>): Promise<Answer> {
    const { ms, tries, isAsked = false } = lane
    const began = now()
    if (isAsked && began < silentUntil) throw unreachable('it has not answered other reads')
    const until = began + ms
    const give = await turns(isAsked, ms)
    if (give === null) throw unreachable('too many reads wait for it')
    try {
      for (let attempt = 1; ; attempt++) {
        const isLast = attempt === tries
        try {
          // all but the last leave time for another one
          const answer = await within(call, (until - now()) * (isLast ? 1 : 2 / 3))
          answeredAt = now()
          silentUntil = Number.NEGATIVE_INFINITY
          return answer
        } catch (error) {
          if (error instanceof InputError) throw error
          if (isLast || until - now() <= betweenTriesMs) throw error
          await wait(betweenTriesMs)
        }
      }
    } catch (error) {
      if (error instanceof InputError) throw error
      if (isAsked && answeredAt < began) silentUntil = now() + silentMs
      throw unreachable(error instanceof UnavailableError ? String(error.facts['reason'] ?? error.code) : 'a read failed', error)
    } finally {
      give()
    }
  }

  return (lane) => ({
    ...blobs,
    get: (key, range) => {
      const get: (key: string, range: ByteRange | undefined, signal: AbortSignal) => Promise<Uint8Array | null> = blobs.get
      return read(lane, (signal) => get(key, range, signal))
    },
    has: (key) => read(lane, () => blobs.has(key)),
    list: (prefix) => read(lane, () => blobs.list(prefix)),
  })
}

function unreachable(reason: string, cause?: unknown): UnavailableError {
  const message = 'The object store does not answer reads. Check it and BRIEFING_STORE; reads continue as soon as it answers.'
  return new UnavailableError('STORE_UNREACHABLE', message, { reason }, cause)
}

/** The answer of a call, or an error once its time is over; the call is then told by its signal, and not waited for. */
async function within<Answer>(call: (signal: AbortSignal) => Promise<Answer>, ms: number): Promise<Answer> {
  const over = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(unreachable('no answer in time'))
      over.abort()
    }, ms)
  })
  try {
    return await Promise.race([call(over.signal), late])
  } finally {
    clearTimeout(timer)
  }
}

/** Takes a turn, and resolves to what gives it back; null where none came free in time. Callers go first, and have some for themselves. */
function openTurns(): (isAsked: boolean, ms: number) => Promise<(() => void) | null> {
  let free = mostReads
  const waiting = { asked: new Set<() => void>(), behind: new Set<() => void>() }

  function admit(): void {
    const [caller] = free > 0 ? waiting.asked : []
    const [other] = free > forCallers ? waiting.behind : []
    const enter = caller ?? other
    enter?.()
  }

  return (isAsked, ms) =>
    new Promise((resolve) => {
      const queue = isAsked ? waiting.asked : waiting.behind
      let isGiven = false
      const give = () => {
        if (isGiven) return
        isGiven = true
        free += 1
        admit()
      }
      const enter = () => {
        clearTimeout(timer)
        queue.delete(enter)
        free -= 1
        resolve(give)
      }
      const timer = setTimeout(() => {
        queue.delete(enter)
        resolve(null)
      }, ms)
      queue.add(enter)
      admit()
    })
}
