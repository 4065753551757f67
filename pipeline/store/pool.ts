/**
 * Runs `work` over `items`, at most `width` at a time. After a failure nothing new is begun; what is running is waited for, so that no
 * work outlives the call, and then the first error is thrown.
 */
export async function inParallel<T>(items: Iterable<T>, width: number, work: (item: T) => Promise<void>): Promise<void> {
  const waiting = items[Symbol.iterator]()
  const failures: unknown[] = []
  const lane = async () => {
    while (failures.length === 0) {
      const next = waiting.next()
      if (next.done) return
      try {
        await work(next.value)
      } catch (error) {
        failures.push(error)
      }
    }
  }
  await Promise.all(Array.from({ length: width }, lane))
  if (failures.length > 0) throw failures[0]
}
