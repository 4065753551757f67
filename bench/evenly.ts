/**
 * Begins `count` calls at an even rate, whether or not those before have ended, and returns the milliseconds each took. A timer begins them,
 * up to a millisecond late: to keep the processor busy until each is due would take it from whom they ask.
 */
export async function evenly(count: number, perSecond: number, call: () => Promise<void>): Promise<number[]> {
  const took: number[] = []
  const under: Promise<void>[] = []
  const began = performance.now()
  const left = () => began + (under.length * 1_000) / perSecond - performance.now()
  while (under.length < count) {
    while (under.length < count && left() <= 0) {
      const sent = performance.now()
      under.push(call().then(() => void took.push(performance.now() - sent)))
    }
    await new Promise((resolve) => setTimeout(resolve, left()))
  }
  await Promise.all(under)
  return took
}
