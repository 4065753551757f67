import { z } from 'zod'
import { ParseError } from '../../pipeline/errors.ts'
import type { Blobs } from '../../pipeline/store/blobs.ts'
import { isoTime } from '../../pipeline/time/day.ts'
import { extractTotals } from '../../pipeline/treasuries/extract-totals.ts'
import { extractAgain, load } from '../../pipeline/warehouse/companies/load.ts'
import { type OperatorDecision, putDecisions } from '../../pipeline/warehouse/load/decisions.ts'
import type { Load } from '../../pipeline/warehouse/load/load.ts'
import type { LoadResult } from '../../pipeline/warehouse/load/load-batch.ts'
import { recordingTimes } from '../../pipeline/warehouse/load/recordings.ts'
import type { Log } from '../activity.ts'
import type { Deps } from '../deps.ts'
import { writeAnalystCopy } from '../publish/market.ts'
import { parseRecording } from './parse-recording.ts'
import { reviewReportCounts } from './report-figures.ts'

/** Decisions wait here, one a file named by its id; those that have been applied stay below `applied/`, for a rebuild. */
const waiting = 'inbox/'
const applied = 'inbox/applied/'

const time = z.iso.datetime()
const words = z.string().min(1).max(2_000)
const facts = {
  target: words,
  who: words,
  when: time,
  why: z.string().max(2_000),
  applied_at: time.optional(),
}
const decisionFile = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('quarantine'), verdict: z.literal('dismiss'), ...facts }),
  z.strictObject({ kind: z.literal('recording'), verdict: z.literal('replay'), ...facts }),
  z.strictObject({ kind: z.literal('review'), verdict: z.enum(['accept', 'reject']), ...facts }),
])

/** What an operator says: a decision before it has a file. */
export type NewDecision = Omit<z.infer<typeof decisionFile>, 'applied_at'>

export interface AppliedInbox {
  readonly applied: readonly OperatorDecision[]
  /** What loading the replayed recordings again gave; null where none was replayed. */
  readonly replayed: LoadResult | null
}

/** Writes a decision for the owner of the warehouse to apply. Ids sort by time. */
export async function putDecision(blobs: Blobs, decision: NewDecision, id: string): Promise<void> {
  await blobs.put(`${waiting}${id}.json`, Buffer.from(`${JSON.stringify(decision, null, 2)}\n`))
}

interface DecisionFile {
  readonly key: string
  readonly decision: OperatorDecision
  readonly appliedAt: string | null
}

/** Decisions below `prefix`, oldest first; a file that says none is left where it is and told of. */
async function decisionsBelow(blobs: Blobs, keys: readonly string[], log: Pick<Log, 'warn'>): Promise<DecisionFile[]> {
  const decisions: DecisionFile[] = []
  for (const key of keys) {
    const id = /([^/]+)\.json$/.exec(key)?.[1]
    const bytes = await blobs.get(key)
    const read = id === undefined || bytes === null ? null : decisionFile.safeParse(jsonOf(bytes))
    if (!read?.success) {
      log.warn('a file in the inbox is not a decision and was skipped; correct or remove it', { file: key })
      continue
    }
    const { applied_at: appliedAt, ...decision } = read.data
    decisions.push({ key, decision: { id: id!, ...decision }, appliedAt: appliedAt ?? null })
  }
  return decisions
}

function jsonOf(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(bytes).toString('utf8'))
  } catch {
    return null
  }
}

/** Decisions that have been applied to this home, as `putDecisions` takes them: a rebuild keeps them before it loads anything. */
export async function appliedDecisions(
  blobs: Blobs,
  log: Pick<Log, 'warn'>,
): Promise<(OperatorDecision & { appliedAt: string })[]> {
  const kept = await decisionsBelow(blobs, await blobs.list(applied), log)
  return kept.map(({ decision, appliedAt }) => ({ ...decision, appliedAt: appliedAt ?? decision.when }))
}

/**
 * Applies the decisions that wait: keeps each as a row, loads replayed recordings again with the code of today, takes figures of filings
 * again where one was accepted or rejected, and writes the analysts' copy. Killed at any point it is done again whole the next time.
 */
export async function applyInbox(deps: Deps, log: Pick<Log, 'warn'>): Promise<AppliedInbox> {
  const keys = (await deps.blobs.list(waiting)).filter((key) => !key.startsWith(applied))
  const files = await decisionsBelow(deps.blobs, keys, log)
  if (files.length === 0) return { applied: [], replayed: null }
  const store = await deps.store()
  const appliedAt = isoTime(deps.clock())
  const decisions = files.map(({ decision }) => decision)
  const rows = decisions.map((decision) => ({ ...decision, appliedAt }))
  await store.transaction(() => putDecisions(store, rows))
  const again = new Set(decisions.filter(({ verdict }) => verdict === 'replay').map(({ target }) => target))
  const times = await recordingTimes(store, [...again])
  const loads: Load[] = []
  for (const id of again) {
    try {
      const at = times.get(id)
      if (at === undefined) throw new ParseError('RECORDING_UNKNOWN', 'the warehouse has no such recording', { id })
      loads.push(await parseRecording(deps, { id, at }))
    } catch (error) {
      if (!(error instanceof ParseError)) throw error
      log.warn('a recording to replay no longer exists', { recording: id, code: error.code })
    }
  }
  const replayed = loads.length > 0 ? await load(store, loads, extractTotals, { again: true }) : null
  if (decisions.some(({ kind }) => kind === 'review')) {
    await extractAgain(store, extractTotals)
    await reviewReportCounts(store)
  }
  await writeAnalystCopy(deps)
  await deps.save()
  for (const { key, decision } of files) {
    const { id, ...content } = decision
    const file = Buffer.from(`${JSON.stringify({ ...content, applied_at: appliedAt }, null, 2)}\n`)
    await deps.blobs.put(`${applied}${id}.json`, file)
    await deps.blobs.remove(key)
  }
  return { applied: decisions, replayed }
}
