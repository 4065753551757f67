import type { Activities } from '../activities/index.ts'
import { dayNumber } from '../pipeline/time/day.ts'
import type { Progress } from './progress.ts'

/** The activities of a refresh, which tell a progress line what they are at, and how many of the pages and batches known so far are loaded. */
export function watched(activities: Activities, progress: Progress): Activities {
  let known = 0
  let done = 0
  const reading = () => progress.at('reading and loading', done, known)
  return {
    ...activities,
    plan: async (input, context) => {
      progress.at('planning')
      const plan = await activities.plan(input, context)
      known += plan.pages.length + plan.batches.length
      return plan
    },
    fetch: async (input, context) => {
      reading()
      const fetched = await activities.fetch(input, context)
      if (fetched.batch === null) done++
      return fetched
    },
    load: async (input, context) => {
      reading()
      const loaded = await activities.load(input, context)
      done += input.batches.length
      known += loaded.next.length
      return loaded
    },
    compute: (input, context) => {
      progress.at('computing')
      return activities.compute(input, context)
    },
    render: (input, context) => {
      progress.at('rendering')
      return activities.render(input, context)
    },
    backfill: (input, context) => {
      const what = `past days from ${input.from} to ${input.to}`
      const days = dayNumber(input.to)! - dayNumber(input.from)! + 1
      let past = 0
      let month: unknown
      progress.at(what, past, days)
      const heartbeat = (detail: unknown) => {
        // it speaks after each day, and once more when a month is published
        if (detail === month) progress.at(what, ++past, days)
        else month = detail
        context.heartbeat(detail)
      }
      return activities.backfill(input, { ...context, heartbeat })
    },
    publish: (input, context) => {
      progress.at('publishing')
      return activities.publish(input, context)
    },
  }
}
