import { currentWriter } from '../../activities/writer/lease.ts'
import { warehouseMarket } from '../../activities/writer/warehouse.ts'
import { BriefingError } from '../../pipeline/errors.ts'
import { readSnapshot } from '../../pipeline/warehouse/snapshot.ts'
import { openBucket } from '../open-blobs.ts'
import type { Settings } from '../settings.ts'
import { type Finding, failFinding, ok, warnFinding } from './home.ts'

/** Calls whose time is measured. */
const calls = 5

/**
 * Whether the bucket of BRIEFING_STORE can be used: it exists, lets us write and keeps the conditions of a PUT; how long a call takes, how far
 * its clock is from ours, and which process is the writer. Nothing without a bucket.
 */
export async function checkBucket({ store }: Pick<Settings, 'store'>): Promise<Finding[]> {
  if (store === null) return []
  try {
    const blobs = (await openBucket({ store }))!
    await blobs.prove()
    const began = performance.now()
    for (let call = 0; call < calls; call++) await blobs.has(`probe/${call}`)
    const took = ((performance.now() - began) / calls).toFixed(0)
    const writer = await currentWriter(blobs, warehouseMarket)
    const snapshot = await readSnapshot(blobs, warehouseMarket)
    return [
      ok('bucket', `${store.place.bucket} keeps the conditions of a PUT; a call takes ${took} ms`),
      clock(blobs.clockAheadMs()),
      ok('writer', writer === null ? 'no process is the writer' : `${writer.owner}, epoch ${writer.epoch}`),
      ok(
        'snapshot',
        snapshot === null ? 'none saved yet' : `${snapshot.bytes} bytes, recordings to ${snapshot.through ?? 'none'}`,
      ),
    ]
  } catch (error) {
    if (!(error instanceof BriefingError)) throw error
    return [{ ...failFinding('bucket', error.code, error.message), outside: true }]
  }
}

function clock(aheadMs: number): Finding {
  if (aheadMs === 0) return ok('clock', 'within a minute of the clock of the bucket')
  const seconds = Math.round(Math.abs(aheadMs) / 1_000)
  const which = aheadMs > 0 ? 'behind' : 'ahead of'
  const next = 'set the clock of this machine by NTP; recordings have the time of the bucket until then'
  return warnFinding('clock', `this machine is ${seconds} seconds ${which} the bucket`, next)
}
