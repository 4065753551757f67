import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { askedBy, mostEvents } from '../../bench/events.ts'
import { historiesFolder } from '../temporal/histories.ts'

const files = readdirSync(historiesFolder).filter((file) => file.endsWith('.json'))

describe('events of the history of a run', () => {
  test.each(files)('%s, of a real server, has no more than what it asked for accounts for', (file) => {
    const { events } = JSON.parse(readFileSync(new URL(file, historiesFolder), 'utf8')) as { events: { eventType: string }[] }
    const count = (type: string) => events.filter(({ eventType }) => eventType === type).length
    const activities = count('EVENT_TYPE_ACTIVITY_TASK_SCHEDULED')
    const children = count('EVENT_TYPE_START_CHILD_WORKFLOW_EXECUTION_INITIATED')
    expect(activities).toBeGreaterThan(0)
    expect(events.length).toBeLessThanOrEqual(mostEvents({ activities, children }))
    expect(events.length).toBeGreaterThan(3 * activities)
  })

  test.each([
    { requests: 100, upstreams: 1, runs: 1 },
    { requests: 1_500, upstreams: 3, runs: 1 },
    { requests: 20_000, upstreams: 1, runs: 15 },
    { requests: 20_000, upstreams: 6, runs: 19 },
  ])('$requests requests to $upstreams upstreams: none over 12,000', async ({ requests, upstreams, runs }) => {
    const asked = await askedBy(requests, upstreams)
    expect(asked).toHaveLength(runs)
    expect(Math.max(...asked.map(mostEvents))).toBeLessThanOrEqual(12_000)
    const all = asked.reduce((sum, { activities }) => sum + activities, 0)
    expect(all).toBeGreaterThan(requests)
  })
})
