import { readRun, runIds } from '../../activities/runs.ts'
import { type RunRecord, type RunsState, readRunsState } from '../../activities/runs-state.ts'
import { InputError, NotFoundError } from '../../pipeline/errors.ts'
import { folderBlobs } from '../../pipeline/source/store/folder.ts'
import { declare, type Given, home } from '../command.ts'
import { homeOf, needHome } from '../home-folder.ts'
import { print, tableLines } from '../print.ts'
import type { Settings } from '../settings.ts'

const actions = ['list', 'show'] as const
const options = [
  home,
  ['--limit <count>', 'list: maximum number of runs, newest first', '20'],
  ['--failed', 'list: only runs that failed or in which a request failed'],
] as const

export type RunsOptions = Given<typeof options>

/**
 * `briefing runs [list | show ID]`: the runs of the last 30 days, newest first, from their files: while another process owns the warehouse
 * too. Older runs are in the table `run` of the analysts' copy.
 */
export async function runs(
  settings: Settings,
  action: (typeof actions)[number],
  id: string | undefined,
  options: RunsOptions,
  global: { json?: boolean },
): Promise<void> {
  const home = homeOf(settings, options)
  await needHome(home)
  if (action === 'list') {
    const listed = await listRuns(home, limitOf(options.limit), options.failed ?? false)
    const { drift } = await readRunsState(folderBlobs(home))
    print(global, { count: listed.length, runs: listed, drift }, [...listLines(listed), ...driftLines(drift)])
  } else {
    const run = await namedRun(home, id)
    print(global, run, showLines(run))
  }
}

function limitOf(text = '20'): number {
  if (!/^\d{1,5}$/.test(text) || Number(text) === 0)
    throw new InputError('LIMIT', `--limit "${text}" is not a count; write a whole number from 1 to 99999`)
  return Number(text)
}

/** Newest first. `failed`: those that failed, or in which something did. */
async function listRuns(home: string, limit: number, failed: boolean): Promise<RunRecord[]> {
  const blobs = folderBlobs(home)
  const listed: RunRecord[] = []
  for (const id of (await runIds(blobs)).reverse()) {
    if (listed.length === limit) break
    const run = await readRun(blobs, id)
    if (run !== null && (!failed || run.status === 'failed' || run.status === 'partial')) listed.push(run)
  }
  return listed
}

async function namedRun(home: string, name: string | undefined): Promise<RunRecord> {
  if (name === undefined) throw new InputError('ID_MISSING', 'give the id of a run; to see the ids: briefing runs list')
  const blobs = folderBlobs(home)
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
  if (listed.length === 0) return ['no runs']
  const rows = listed.map((run) => [
    run.id.slice(0, shown),
    run.kind,
    run.trigger,
    run.status,
    took(run),
    run.recordings === null ? null : String(run.recordings),
    run.rows === null ? null : String(run.rows),
    run.failures === null ? null : String(run.failures),
    run.error_code === null ? null : `${run.error_code}: ${run.error}`,
  ])
  return tableLines(['id', 'kind', 'started by', 'status', 'took', 'recordings', 'rows', 'failures', 'first error'], rows)
}

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
    ['first error', run.error_code === null ? null : `${run.error_code}: ${run.error}`],
  ]
  const feeds = run.by_feed.map((feed) => [
    feed.feed,
    ...[feed.requests, feed.recordings, feed.bytes, feed.rows, feed.refused, feed.rejected, feed.failures].map(String),
    feed.seconds.toFixed(1),
    feed.error_code === null ? null : `${feed.error_code}: ${feed.error}`,
  ])
  const head = ['feed', 'requests', 'recordings', 'bytes', 'rows', 'refused', 'quarantine', 'failures', 'seconds', 'first error']
  return [
    run.id,
    ...facts.flatMap(([name, value]) => (value === null ? [] : [`  ${`${name}:`.padEnd(15)}${value}`])),
    ...(feeds.length > 0 ? ['', ...tableLines(head, feeds)] : []),
  ]
}

export const command = declare({
  actions,
  usual: 'list',
  args: [['[id]', 'show: the id of a run, or its first characters']],
  options,
  examples: ['runs', 'runs list --failed --limit 5', 'runs show 4f1c'],
  trouble: 'no run has this id',
  guide: 'docs/operations.md',
  action: ({ settings, global }, options, action, id) => runs(settings(), action, id, options, global()),
})
