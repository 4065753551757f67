import type { Activities } from '../../activities/index.ts'
import type { Host } from '../host.ts'

/** Writes the analysts' copy of the warehouse, which scheduled refreshes leave to a separate schedule. */
export async function market(host: Host<Activities>, _input: object): Promise<void> {
  await host.activities.market({})
}
