import type { Activities } from '../activities/index.ts'
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
      progress.at(`past days from ${input.from} to ${input.to}`)
      return activities.backfill(input, context)
    },
    publish: (input, context) => {
      progress.at('publishing')
      return activities.publish(input, context)
    },
  }
}
