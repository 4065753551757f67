/** A worker in a process of its own, to be stopped in the middle of an activity. Writes what happens to the file EVENTS, a line each. */
import { appendFileSync } from 'node:fs'
import type { ActivityContext } from '../../activities/activity.ts'
import { concurrency } from '../../activities/policies.ts'
import { startWorkers } from '../../workflows/worker.ts'
import { contractActivities, contractRules } from '../hosts/activities.ts'

const { EVENTS: events, INSTALLATION: installation, BUNDLE: codePath } = process.env
if (!events || !installation || !codePath) throw new Error('set EVENTS, INSTALLATION and BUNDLE')
const tell = (event: string) => appendFileSync(events, `${event}\n`)

const activities = {
  ...contractActivities().activities,
  /** Its first attempt at `hangs` never ends; one at `slow` takes a second and a half. */
  async resuming(input: { key: string }, context: ActivityContext): Promise<{ resumedAt: unknown }> {
    tell(`${input.key} attempt ${context.attempt}`)
    context.heartbeat({ at: 3 })
    if (input.key === 'hangs' && context.attempt === 1) await new Promise((resolve) => setTimeout(resolve, 600_000))
    if (input.key === 'slow') await new Promise((resolve) => setTimeout(resolve, 1_500))
    tell(`${input.key} done`)
    return { resumedAt: context.resume ?? null }
  },
}

const workers = await startWorkers({
  ...contractRules,
  activities,
  concurrency,
  env: process.env,
  installation,
  log: { info: () => {}, warn: (message, facts) => tell(`warn ${message} ${JSON.stringify(facts)}`) },
  bundle: { codePath },
})
tell('ready')
await workers.done
tell('stopped')
