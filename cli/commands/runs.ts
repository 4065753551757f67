import { readRun, runIds } from '../../activities/runs/runs.ts'
import { type RunRecord, type RunsState, readRunsState } from '../../activities/runs/runs-state.ts'
import { InputError, NotFoundError } from '../../pipeline/errors.ts'
import type { Blobs } from '../../pipeline/store/blobs.ts'
import { declare, home } from '../command.ts'
import { limitOption } from '../day-and-time.ts'
import { readHome } from '../open-blobs.ts'
import { print, tableLines } from '../print.ts'

/**
 * `briefing runs [list | show ID]`: the runs of the last 30 days, newest first, from their files: while another process owns the warehouse
 * too. Older runs are in the table `run` of the analysts' copy.
 */
export const command = declare({
  actions: ['list', 'show'],
  usual: 'list',
  args: [['[id]', 'show: the id of a run, or its first characters']],
  options: [
    home,
    ['--limit <count>', 'list: maximum number of runs, newest first', '20'],
    ['--failed', 'list: only runs that failed or in which a request failed'],
  ],
  examples: ['runs', 'runs list --failed --limit 5', 'runs show 4f1c'],
  trouble: 'no run has this id',
  guide: 'docs/operations.md',
  action: async ({ settings, global }, options, action, id) => {
    const { blobs } = await readHome(settings, options)
    if (action === 'list') {
      const listed = await listRuns(blobs, limitOption(options.limit ?? '20'), options.failed ?? false)
      const { drift } = await readRunsState(blobs)
      print(global, { count: listed.length, runs: listed, drift }, [...listLines(listed), ...driftLines(drift)])
    } else {
      const run = await namedRun(blobs, id)
      print(global, run, showLines(run))
    }
  },
})

/** Newest first. `failed`: those that failed, or in which something did. */
async function listRuns(blobs: Blobs, limit: number, failed: boolean): Promise<RunRecord[]> {
  const listed: RunRecord[] = []
  for (const id of (await runIds(blobs)).reverse()) {
    if (listed.length === limit) break
    const run = await readRun(blobs, id)
    if (run !== null && (!failed || run.status === 'failed' || run.status === 'partial')) listed.push(run)
  }
  return listed
}

async function namedRun(blobs: Blobs, name: string | undefined): Promise<RunRecord> {
  if (name === undefined) throw new InputError('ID_MISSING', 'give the id of a run; to see the ids: briefing runs list')
  const ids = (await runIds(blobs)).filter((id) => id.startsWith(name))
  if (ids.length > 1)
    throw new InputError('ID_AMBIGUOUS', `${ids.length} runs start with ${name}; give more characters, such as ${ids[0]}`)
  const run = ids[0] === undefined ? null : await readRun(blobs, ids[0])
  if (run === null)
    throw new NotFoundError('NO_SUCH_RUN', `no run of the last 30 days starts with ${name}; to see the ids: briefing runs list`)
  return run
}

function driftLines(drift: RunsState['drift']): string[] {
  return Object.entries(drift).map(([name, { text }]) => `contract of ${name.split(' ')[0]} changed: ${text}`)
}

/** Characters of an id that a list shows: its time and enough of the rest. */
const shown = 20

function listLines(listed: readonly RunRecord[]): string[] {
  const heads = ['id', 'kind', 'started by', 'status', 'took', 'recordings', 'rows', 'failures', 'first error']
  const rows = listed.map((run) => [
    ...[run.id.slice(0, shown), run.kind, run.trigger, run.status, took(run), run.recordings, run.rows, run.failures],
    errorOf(run),
  ])
  return tableLines(heads, rows, 'no runs')
}

const errorOf = ({ error_code: code, error }: Pick<RunRecord, 'error_code' | 'error'>) =>
  code === null ? null : `${code}: ${error}`

function took({ seconds }: RunRecord): string | null {
  return seconds === null ? null : `${seconds.toFixed(1)} s`
}

function showLines(run: RunRecord): string[] {
  const facts: (readonly [string, string | number | null])[] = [
    ['kind', run.kind],
    ['started by', run.trigger],
    ['host', run.host],
    ['feeds', run.feeds],
    ['status', run.status],
    ['logical time', run.logical_at],
    ['began', run.began_at],
    ['ended', run.ended_at ?? (run.status === 'running' ? 'not yet' : 'unknown')],
    ['took', took(run)],
    ['edition', run.edition],
    ['recordings', run.recordings],
    ['bytes', run.bytes],
    ['rows', run.rows],
    ['refused', run.refused],
    ['in quarantine', run.rejected],
    ['failures', run.failures],
    ['first error', errorOf(run)],
  ]
  const feeds = run.by_feed.map(({ feed, seconds, ...each }) => [
    ...[feed, each.requests, each.recordings, each.bytes, each.rows, each.refused, each.rejected, each.failures],
    ...[seconds.toFixed(1), errorOf(each)],
  ])
  const head = ['feed', 'requests', 'recordings', 'bytes', 'rows', 'refused', 'quarantine', 'failures', 'seconds', 'first error']
  return [
    run.id,
    ...facts.flatMap(([name, value]) => (value === null ? [] : [`  ${`${name}:`.padEnd(15)}${value}`])),
    ...(feeds.length > 0 ? ['', ...tableLines(head, feeds)] : []),
  ]
}
