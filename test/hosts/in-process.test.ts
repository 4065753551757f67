import { beforeAll } from 'vitest'
import { runInProcess } from '../../workflows/hosts/in-process.ts'
import { contractActivities, contractRules } from './activities.ts'
import { type Harness, hostContract, type Line } from './contract.ts'
import { lineLog } from './line-log.ts'

let harness: Harness

beforeAll(() => {
  const { activities, ...seen } = contractActivities()
  const lines: Line[] = []
  harness = {
    seen,
    lines,
    run: (orchestration, input, { now = 0, signal } = {}) =>
      runInProcess(
        { ...contractRules, activities, concurrency: { writer: 1, fetch: 4, render: 2 }, now, log: lineLog(lines), signal },
        orchestration,
        input,
      ),
  }
})

hostContract('in process', () => harness)
