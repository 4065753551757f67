import { setImmediate } from 'node:timers/promises'

/** What never ends work early. */
export const neverAbortedSignal = new AbortController().signal

/**
 * Does a long calculation piece by piece and gives its result: between two pieces the process hears signals, sends heartbeats and does its
 * other work. Without the pauses a first refresh would be deaf for seconds at a time.
 * @throws the signal's reason, after the piece in which it was given
 */
export async function runCooperatively<T>(pieces: Generator<unknown, T>, signal: AbortSignal): Promise<T> {
  for (;;) {
    const { done, value } = pieces.next()
    if (done) return value
    await setImmediate()
    signal.throwIfAborted()
  }
}

/** Calculates each item on its own, with such a pause after it; several results of one item follow each other. */
export async function mapCooperatively<Item, Result>(
  items: Iterable<Item>,
  signal: AbortSignal,
  calculate: (item: Item) => Result | readonly Result[],
): Promise<Result[]> {
  const results: Result[] = []
  for (const item of items) {
    results.push(...([calculate(item)].flat() as Result[]))
    await setImmediate()
    signal.throwIfAborted()
  }
  return results
}
