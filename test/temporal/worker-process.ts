/**
 * A worker in a separate process, to be stopped in the middle of an activity. Writes what happens to the file EVENTS, a line each. With
 * VERSION its orchestrations are of a build.
 */
import { appendFileSync, existsSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import type { ActivityContext } from '../../activities/activity.ts'
import { concurrency } from '../../activities/policies.ts'
import { startWorkers } from '../../workflows/worker.ts'
import { contractActivities, contractRules, errorOfKind } from '../hosts/activities.ts'

const { EVENTS: events, INSTALLATION: installation, BUNDLE: codePath } = process.env
if (!events || !installation || !codePath) throw new Error('set EVENTS, INSTALLATION and BUNDLE')
const tell = (event: string) => appendFileSync(events, `${event}\n`)

const activities = {
  ...contractActivities().activities,
  /**
   * At `hangs` three attempts never end and the next two fail; one at `slow` takes a second and a half; one at a file's name waits for the
   * file.
   */
  async resuming(input: { key: string }, context: ActivityContext): Promise<{ resumedAt: unknown }> {
    tell(`${input.key} attempt ${context.attempt}`)
    context.heartbeat({ at: 3 })
    if (input.key === 'hangs' && context.attempt <= 3) await new Promise((resolve) => setTimeout(resolve, 600_000))
    if (input.key === 'hangs' && context.attempt <= 5) throw errorOfKind('upstream')
    while (input.key.startsWith('/') && !existsSync(input.key)) {
      context.heartbeat({ at: 3 })
      await wait(100, undefined, { signal: context.signal })
    }
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
  version: process.env['VERSION'],
  log: { info: () => {}, warn: (message, facts) => tell(`warn ${message} ${JSON.stringify(facts)}`) },
  bundle: { codePath },
})
tell('ready')
await workers.done
tell('stopped')
