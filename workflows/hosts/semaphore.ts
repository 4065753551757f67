import { CancelledError } from './failure.ts'

export type Semaphore = ReturnType<typeof semaphore>

/** Places of one queue, given out in the order they were asked for. */
export function semaphore(places: number) {
  let free = places
  const waiting = new Set<() => void>()
  const giveBack = () => {
    free++
    const [next] = waiting
    next?.()
  }
  return {
    /** Resolves with the function that gives the place back; rejects with `CancelledError` when the signal aborts first. */
    take(signal: AbortSignal): Promise<() => void> {
      return new Promise((resolve, reject) => {
        const enter = () => {
          leaveLine()
          free--
          let taken = true
          resolve(() => {
            if (taken) giveBack()
            taken = false
          })
        }
        const refuse = () => {
          leaveLine()
          reject(new CancelledError())
        }
        const leaveLine = () => {
          waiting.delete(enter)
          signal.removeEventListener('abort', refuse)
        }
        if (signal.aborted) refuse()
        else if (free > 0) enter()
        else {
          waiting.add(enter)
          signal.addEventListener('abort', refuse)
        }
      })
    },
  }
}
