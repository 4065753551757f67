/**
 * Begins `count` calls at an even rate, whether or not those before have ended, and returns the milliseconds each took from the moment it
 * was due: what waits for a server that is held up counts in full. Between two calls the processor is left to others, but for the last
 * millisecond, which no timer keeps.
 */
export async function evenly(count: number, perSecond: number, call: () => Promise<void>): Promise<number[]> {
  const took: number[] = []
  const under: Promise<void>[] = []
  const began = performance.now()
  const due = (at: number) => began + (at * 1_000) / perSecond
  while (under.length < count) {
    while (under.length < count && due(under.length) <= performance.now()) {
      const at = under.length
      under.push(call().then(() => void took.push(performance.now() - due(at))))
    }
    const left = due(under.length) - performance.now()
    await new Promise((resolve) => (left > 1.5 ? setTimeout(resolve, left - 1) : setImmediate(resolve)))
  }
  await Promise.all(under)
  return took
}
