interface Waiting {
  resolve(): void
  reject(error: unknown): void
}

/**
 * One run for all who wait: what is returned resolves when a run has ended that began after it was called. At most one runs at a time.
 * Rejects where that run does.
 */
export function together(run: () => Promise<void>): () => Promise<void> {
  let waiting: Waiting[] = []
  let running = false

  async function runAll(): Promise<void> {
    running = true
    while (waiting.length > 0) {
      const served = waiting
      waiting = []
      try {
        await run()
        for (const { resolve } of served) resolve()
      } catch (error) {
        for (const { reject } of served) reject(error)
      }
    }
    running = false
  }
  return () =>
    new Promise((resolve, reject) => {
      waiting.push({ resolve, reject })
      if (!running) void runAll()
    })
}
