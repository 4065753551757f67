import type { FeedsMode } from '../../activities/fetch/feeds.ts'
import { schedules as registered, type Schedule } from '../../data/schedules.ts'
import { declare, feedsCliOption } from '../command.ts'
import { feedsMode } from '../day-and-time.ts'
import { pipelineLog } from '../log.ts'
import { print } from '../print.ts'
import { listSchedules } from '../schedules/list.ts'
import type { Settings } from '../settings.ts'

const all: readonly Schedule[] = registered

/** `briefing schedules list | apply`. */
export const command = declare({
  actions: ['list', 'apply'],
  options: [feedsCliOption, ['--dry-run', 'print what apply would change, without changing it']],
  examples: ['schedules list', 'schedules apply --feeds live --dry-run'],
  unreachable: 'the Temporal server does not answer',
  guide: 'docs/guides/temporal.md',
  action: async ({ settings, global }, options, action) => {
    if (action === 'list') return listSchedules(settings, options, global)
    return apply(settings, feedsMode(options.feeds ?? settings.feeds), options.dryRun ?? false, global)
  },
})

/** Brings the schedules of the Temporal server to the rows of this version, and prints what that took. */
async function apply(settings: Settings, feeds: FeedsMode, dryRun: boolean, global: { json?: boolean }): Promise<void> {
  const { temporalHost } = await import('../../workflows/hosts/temporal.ts')
  const { applySchedules } = await import('../../workflows/hosts/temporal-schedules.ts')
  const { installation } = settings
  const host = await temporalHost({ env: process.env, log: pipelineLog(settings.logLevel), installation })
  try {
    const plan = await host.reached(() => applySchedules(host.client, { schedules: all, feeds, installation, dryRun }))
    const place = { address: host.address, namespace: host.namespace }
    const lines = Object.entries(plan).map(([what, ids]) => `${what}: ${ids.length === 0 ? 'none' : ids.join(', ')}`)
    const heading = `${dryRun ? 'would change' : 'schedules of'} ${host.address}, namespace ${host.namespace}`
    print(global, { ...place, dry_run: dryRun, ...plan }, [heading, ...lines])
  } finally {
    await host.close()
  }
}
