import { type Client, type ScheduleDescription, WorkflowNotFoundError } from '@temporalio/client'
import { isoTime } from '../../pipeline/time/day.ts'
import { type ApplyOptions, schedulesBesideRows } from './temporal-schedules.ts'

/** A schedule as a server has it, beside its row. */
export interface ScheduleState {
  readonly id: string
  /** `missing` is a row that the server does not have; `unknown` a schedule of the installation that no row names. */
  readonly state: 'active' | 'paused' | 'missing' | 'unknown'
  readonly note: string | null
  /** What is not as the row says; empty where all of it is. */
  readonly differs: readonly string[]
  /** RFC 3339 UTC; null where it is paused or never due. */
  readonly next: string | null
  /** The newest run it started: when, its id, and its status on the server; `NO_LONGER_KNOWN` after the retention of the namespace. */
  readonly last: { readonly at: string; readonly run: string; readonly result: string } | null
  /** Due times that passed while a run was in progress, and while no server was there for longer than the catch-up window. */
  readonly skipped: number
  readonly missed: number
}

/** The schedules of an installation on a Temporal server: those of its rows, in their order, then those that no row names. */
export async function scheduleStates(client: Client, options: Omit<ApplyOptions, 'dryRun'>): Promise<ScheduleState[]> {
  const states: ScheduleState[] = []
  for await (const { id, wanted, current, differs } of schedulesBesideRows(client, options)) {
    const state = current === null ? absent(id) : await stateOf(client, id, current, differs)
    states.push(wanted === null ? { ...state, state: 'unknown' } : state)
  }
  return states
}

function absent(id: string): ScheduleState {
  return { id, state: 'missing', note: null, differs: [], next: null, last: null, skipped: 0, missed: 0 }
}

async function stateOf(
  client: Client,
  id: string,
  { state, info }: ScheduleDescription,
  differs: readonly string[],
): Promise<ScheduleState> {
  const [next] = state.paused ? [] : info.nextActionTimes
  const newest = info.recentActions.toSorted((a, b) => a.takenAt.getTime() - b.takenAt.getTime()).at(-1)
  return {
    ...{ id, state: state.paused ? 'paused' : 'active', note: state.note || null, differs },
    next: next === undefined ? null : isoTime(next.getTime()),
    last: newest === undefined ? null : await runOf(client, newest),
    skipped: info.numActionsSkippedOverlap,
    missed: info.numActionsMissedCatchupWindow,
  }
}

type Started = ScheduleDescription['info']['recentActions'][number]

async function runOf(client: Client, { takenAt, action: { workflow } }: Started) {
  const described = client.workflow.getHandle(workflow.workflowId, workflow.firstExecutionRunId).describe()
  const result = await described.then(
    ({ status }) => status.name,
    (error: unknown) => {
      if (error instanceof WorkflowNotFoundError) return 'NO_LONGER_KNOWN'
      throw error
    },
  )
  return { at: isoTime(takenAt.getTime()), run: workflow.firstExecutionRunId, result }
}
