import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDeps, type Deps, homeAt } from '../../activities/deps.ts'
import { createActivities } from '../../activities/index.ts'
import { concurrency, nonRetryable, policies } from '../../activities/policies.ts'
import type { Transport } from '../../pipeline/http/request.ts'
import { sampleTransport } from '../../pipeline/http/sample/transport.ts'
import type { Log } from '../../workflows/host.ts'
import { runInProcess } from '../../workflows/hosts/in-process.ts'
import { type FeedsMode, type RefreshResult, refresh } from '../../workflows/orchestrations/refresh.ts'

export const quiet: Log = { info: () => undefined, warn: () => undefined }

/** A folder under the system's temporary one, removed by `remove`. */
export async function temporaryHome(): Promise<{ folder: string; remove(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'briefing-'))
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) }
}

/** Dependencies of a home; the transport is the sample one at the run's time unless another is given. */
export function depsOf(folder: string, transport?: (now: number) => Transport): Deps {
  return createDeps({
    home: homeAt(folder),
    credentials: new Set(),
    transport: async (_feeds, now) => (transport ? transport(now) : sampleTransport({ now })),
    clock: () => 0,
  })
}

/** One refresh in this process. */
export async function refreshHome(
  folder: string,
  run: { feeds: FeedsMode; asOf: string; now: number; only?: string[]; transport?: (now: number) => Transport },
): Promise<RefreshResult> {
  const deps = depsOf(folder, run.transport)
  try {
    const options = { activities: createActivities(deps), policies, nonRetryable, concurrency, now: run.now, log: quiet }
    return await runInProcess(options, refresh, { feeds: run.feeds, only: run.only ?? [], asOf: run.asOf })
  } finally {
    await deps.close()
  }
}
