import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { historyFromJSON } from '@temporalio/common/lib/proto-utils.js'
import { DefaultLogger, Runtime, Worker } from '@temporalio/worker'
import { DeterminismViolationError } from '@temporalio/workflow'
import { beforeAll, describe, expect, test } from 'vitest'
import { bundleWorkflows } from '../../workflows/bundle.ts'
import * as production from '../../workflows/index.ts'
import { changedFolder, historiesFolder, recorded } from './histories.ts'

interface Event {
  eventType: string
  activityTaskScheduledEventAttributes?: { activityType: { name: string } }
  timerStartedEventAttributes?: object
  startChildWorkflowExecutionInitiatedEventAttributes?: { workflowType: { name: string } }
  workflowTaskCompletedEventAttributes?: { sdkMetadata?: { coreUsedFlags?: number[] } }
}

const histories = (folder: URL) => readdirSync(folder).filter((file) => file.endsWith('.json'))
const files = histories(historiesFolder)
const read = (file: string, folder = historiesFolder) =>
  JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as { events: Event[] }
const bundles = new Map<string, string>()

function replay(file: string, history: { events: Event[] }): Promise<void> {
  const [workflow] = file.split('.')
  const { entry } = recorded.find(({ cases }) => cases.some((known) => known.workflow === workflow))!
  const id = file.split('.').at(-2)
  return Worker.runReplayHistory({ workflowBundle: { code: bundles.get(entry)! } }, history, id)
}

beforeAll(async () => {
  Runtime.install({
    logger: new DefaultLogger('ERROR'),
    telemetryOptions: { logging: { forward: {}, filter: { core: 'ERROR', other: 'ERROR' } } },
  })
  for (const { entry } of recorded) bundles.set(entry, await bundleWorkflows(entry))
})

describe('recorded histories', () => {
  test('are there for every case, and only for those', () => {
    const { version } = createRequire(import.meta.url)('@temporalio/workflow/package.json') as { version: string }
    const cases = recorded.flatMap((set) => set.cases.map(({ workflow, name }) => `${workflow}.${version}.${name}.json`))
    expect(files.toSorted()).toEqual(cases.toSorted())
  })

  test.each(Object.keys(production))('cover the workflow %s', (workflow) => {
    expect(files.filter((file) => file.startsWith(`${workflow}.`)).length).toBeGreaterThan(0)
  })

  test.each(files)('%s can be read', (file) => {
    // Fails with "type must be a Type" when several copies of protobufjs are installed; see `npm ls protobufjs`.
    const { events } = historyFromJSON(read(file))
    expect(events?.length).toBe(read(file).events.length)
    // A history without flags replays green whatever the code does.
    expect(
      read(file).events.flatMap((event) => event.workflowTaskCompletedEventAttributes?.sdkMetadata?.coreUsedFlags ?? []),
    ).not.toEqual([])
  })

  test.each(files)('%s replays', async (file) => {
    await expect(replay(file, read(file))).resolves.toBeUndefined()
  })

  test.each(histories(changedFolder))('changed/%s, of code that has changed since, does not', async (file) => {
    await expect(replay(file, read(file, changedFolder))).rejects.toThrow(DeterminismViolationError)
  })

  test.each(files)('%s with another first step does not', async (file) => {
    const history = read(file)
    for (const event of history.events) {
      const type =
        event.activityTaskScheduledEventAttributes?.activityType ??
        event.startChildWorkflowExecutionInitiatedEventAttributes?.workflowType
      if (!type) continue
      type.name = `${type.name}Before`
      break
    }
    await expect(replay(file, history)).rejects.toThrow(DeterminismViolationError)
  })
})
