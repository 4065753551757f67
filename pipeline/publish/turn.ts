import type { Blobs } from '../store/blobs.ts'
import { type Turns, turns } from '../store/turns.ts'

const lines = new WeakMap<Blobs, Turns>()

/**
 * Publishing and pruning of one store object take turns in this process: blobs that a publish has put and not yet named in an edition
 * look like garbage to a prune. Two processes must not do both; the writer queue has one slot.
 */
export function inTurn<T>(blobs: Blobs, work: () => Promise<T>): Promise<T> {
  const line = lines.get(blobs) ?? turns()
  lines.set(blobs, line)
  return line('publishing', work)
}
