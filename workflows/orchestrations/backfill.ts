import type { ActivityInput, ActivityOutput } from '../../activities/activity.ts'
import type { Activities } from '../../activities/index.ts'
import type { Host } from '../host.ts'
import { keepRun } from './keep-run.ts'

export interface BackfillRequest
  extends Omit<ActivityInput<Activities['span']>, 'now' | 'estimate'>,
    Pick<ActivityInput<Activities['backfill']>, 'revise'> {
  /** Says what it would make and how long it would take, and makes nothing. */
  readonly dryRun: boolean
  /** The command that asks; `briefing backfill` unless given. */
  readonly trigger?: string
}

export type BackfillResult = ActivityOutput<Activities['span']> &
  ActivityOutput<Activities['backfill']> & {
    /** Days of the span that have a document now and had none when the run began, whichever attempt added them. */
    readonly daysAdded: number
  }

/** Days a page has: the first day of each also reads the past it is judged by. */
const pageDays = 1_100
const dayMs = 86_400_000

/** Puts past days into the archive, page by page, each day as it was known at its end. Reads no feed. A second run adds nothing. */
export async function backfill(host: Host<Activities>, input: BackfillRequest): Promise<BackfillResult> {
  if (input.dryRun) return backfilled(host, input)
  return keepRun(host, { kind: 'backfill', trigger: input.trigger ?? 'briefing backfill', feeds: null }, async () => {
    const result = await backfilled(host, input)
    return { result, edition: result.edition }
  })
}

async function backfilled(host: Host<Activities>, input: BackfillRequest): Promise<BackfillResult> {
  const { from, to, days, only, revise } = input
  const now = host.now()
  const asked = days === undefined ? { from, to } : { from, to, days }
  const span = await host.activities.span({ ...asked, only, now, estimate: input.dryRun })
  const zero = { withDocuments: 0, added: 0, same: 0, revised: 0, left: 0 }
  const total = { ...zero, edition: null as string | null, named: [] as readonly string[] }
  for (let first = span.from; !input.dryRun && first <= span.to; first = daysAfter(first, pageDays)) {
    const last = [daysAfter(first, pageDays - 1), span.to].sort()[0]!
    const page = await host.activities.backfill({ from: first, to: last, only, revise, now })
    total.edition = page.edition
    // a run or an attempt that began on an earlier version lacks the counts of days
    for (const key of Object.keys(zero) as (keyof typeof zero)[]) total[key] += page[key] ?? 0
    if (total.named.length === 0) total.named = page.named
    host.log.info('backfill', { through: last, added: total.added })
  }
  // what an attempt published before its worker was killed, the next one has counted as on record
  const before = Math.max(0, total.same + total.revised + total.left - (span.onRecord ?? total.same + total.revised + total.left))
  const earlier = Math.min(total.same, before)
  const daysAdded = Math.max(0, total.withDocuments - (span.daysOnRecord ?? total.withDocuments))
  return { ...span, ...total, added: total.added + earlier, same: total.same - earlier, daysAdded }
}

function daysAfter(day: string, days: number): string {
  return new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10)
}
