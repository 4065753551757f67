import type { EditionCache } from './edition-cache.ts'

/** The edition that is served, and the wait for another one. */
export class Following {
  readonly #waiting = new Set<() => void>()
  #current: EditionCache | null = null
  #ended = false

  current(): EditionCache | null {
    return this.#current
  }

  adopt(cache: EditionCache): void {
    this.#current = cache
    this.#wake()
  }

  /** Resolves to whether another edition is served; to false when the signal ends the wait, or the server lets nobody wait any more. */
  next(signal: AbortSignal): Promise<boolean> {
    if (this.#ended || signal.aborted) return Promise.resolve(false)
    return new Promise((resolve) => {
      const over = () => {
        this.#waiting.delete(over)
        signal.removeEventListener('abort', over)
        resolve(!this.#ended && !signal.aborted)
      }
      this.#waiting.add(over)
      signal.addEventListener('abort', over, { once: true })
    })
  }

  /** Lets go of everyone who waits, and of whoever would. */
  end(): void {
    this.#ended = true
    this.#wake()
  }

  #wake(): void {
    for (const over of [...this.#waiting]) over()
  }
}
