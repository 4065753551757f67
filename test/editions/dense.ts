import { expect } from 'vitest'
import type { Entry } from '../../pipeline/editions/edition.ts'

/** That at least half of each pack of an edition is of documents it names. */
export function expectDense(files: ReadonlyMap<string, Uint8Array>, entries: Iterable<Entry>): void {
  const named = new Map<string, number>()
  for (const { formats } of entries)
    for (const { packed } of Object.values(formats)) {
      const { pack, length, br = 0, gz = 0 } = packed!
      named.set(pack, (named.get(pack) ?? 0) + length + br + gz)
    }
  for (const [pack, bytes] of named) expect(2 * bytes).toBeGreaterThanOrEqual(files.get(`artifacts/pack/${pack}.pack`)!.length)
}
