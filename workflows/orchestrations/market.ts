import type { Activities } from '../../activities/index.ts'
import type { Host } from '../host.ts'
import { keepRun } from './keep-run.ts'

/** Writes the analysts' copy of the warehouse, which scheduled refreshes leave to a separate schedule, of this name. */
export function market(host: Host<Activities>, _input: object): Promise<void> {
  return keepRun(host, { kind: 'market', trigger: 'market', feeds: null }, async () => {
    await host.activities.market({})
    return { result: undefined, edition: null }
  })
}
