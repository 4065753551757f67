import { setImmediate as turn } from 'node:timers/promises'
import { UnavailableError } from '../../pipeline/errors.ts'
import type { Blobs } from '../../pipeline/store/blobs.ts'

/** Draws a whole number from 0 to `below` - 1. */
export type Draw = (below: number) => number

/** How often, of 100 calls, something happens to a call of the store. */
export interface Faults {
  /** The request never arrives. */
  readonly dropped: number
  /** What was asked is done, and the answer is lost. */
  readonly unanswered: number
  /** What was asked is done after the caller has given up. */
  readonly belated: number
}

export const noFaults: Faults = { dropped: 0, unanswered: 0, belated: 0 }

/**
 * Processes around one store in invented time: each has its own clock, may be paused or killed, and loses calls. Nothing here takes real
 * time, and the same draws give the same history.
 */
export function lossyWorld(draw: Draw, store: Pick<Blobs, 'get' | 'swap'>) {
  let now = 0
  let order = 0
  let events: { at: number; order: number; run(): void }[] = []
  const at = (time: number, run: () => void) => void events.push({ at: Math.max(now, time), order: order++, run })

  function newProcess(faults: Faults) {
    const ahead = draw(1_000_000)
    let pausedUntil = 0
    let cutOffUntil = 0
    let alive = true
    /** Calls back in the process: not while it is paused, and never once it was killed. */
    const inProcess = (time: number, run: () => void): void =>
      at(time, () => {
        if (!alive) return
        if (now < pausedUntil) inProcess(pausedUntil, run)
        else run()
      })
    const happens = (percent: number) => draw(100) < percent
    const call = <T>(what: 'get' | 'swap', ask: () => Promise<T>) =>
      new Promise<T>((resolve, reject) => {
        const arrives = now + 1 + draw(200)
        const failed = new UnavailableError('STORE_UNREACHABLE', 'no answer')
        const unknown = new UnavailableError('SWAP_UNKNOWN', 'the answer was lost')
        const giveUp = (error: Error) => inProcess(now + 500 + draw(1_500), () => reject(error))
        if (now < cutOffUntil || happens(faults.dropped)) return giveUp(what === 'swap' && happens(50) ? unknown : failed)
        if (what === 'swap' && happens(faults.belated)) {
          at(now + 2_000 + draw(8_000), () => void ask())
          return giveUp(happens(50) ? unknown : failed)
        }
        const isLost = happens(faults.unanswered)
        at(arrives, () => {
          if (now < cutOffUntil) return giveUp(failed)
          void ask().then((answer) => {
            if (isLost) giveUp(what === 'swap' && happens(50) ? unknown : failed)
            else inProcess(now + 1 + draw(200), () => resolve(answer))
          })
        })
      })
    return {
      monotonic: () => now + ahead,
      wait: (milliseconds: number, signal?: AbortSignal) =>
        new Promise<void>((resolve) => {
          if (signal?.aborted) return resolve()
          const end = () => {
            signal?.removeEventListener('abort', end)
            resolve()
          }
          signal?.addEventListener('abort', end)
          inProcess(now + milliseconds, end)
        }),
      blobs: {
        get: (key: string) => call('get', () => store.get(key)),
        swap: (key: string, expected: Uint8Array | null, bytes: Uint8Array) =>
          call('swap', () => store.swap(key, expected, bytes)),
      },
      pause(milliseconds: number): void {
        pausedUntil = now + milliseconds
      },
      cutOff(milliseconds: number): void {
        cutOffUntil = now + milliseconds
      },
      kill(): void {
        alive = false
      },
    }
  }

  return {
    newProcess,
    now: () => now,
    /** Runs for so long, and calls `look` after each event. */
    async run(milliseconds: number, look: () => void): Promise<void> {
      const end = now + milliseconds
      for (;;) {
        await turn()
        look()
        events = events.sort((a, b) => a.at - b.at || a.order - b.order)
        if (events.length === 0 || events[0]!.at > end) break
        const next = events.shift()!
        now = next.at
        next.run()
      }
      now = end
    },
  }
}

export type World = ReturnType<typeof lossyWorld>
export type WorldProcess = ReturnType<World['newProcess']>
