import type { Input, Output } from '../../activities/activity.ts'
import type { Activities } from '../../activities/index.ts'
import type { Host } from '../host.ts'
import { keepRun } from './keep-run.ts'

export interface BackfillRequest
  extends Omit<Input<Activities['span']>, 'now' | 'estimate'>,
    Pick<Input<Activities['backfill']>, 'revise'> {
  /** Says what it would make and how long it would take, and makes nothing. */
  readonly dryRun: boolean
  /** The command that asks; `briefing backfill` unless given. */
  readonly trigger?: string
}

export type BackfillResult = Output<Activities['span']> & Output<Activities['backfill']>

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
  const total = { edition: null as string | null, added: 0, same: 0, revised: 0, left: 0, named: [] as readonly string[] }
  for (let first = span.from; !input.dryRun && first <= span.to; first = daysAfter(first, pageDays)) {
    const last = [daysAfter(first, pageDays - 1), span.to].sort()[0]!
    const page = await host.activities.backfill({ from: first, to: last, only, revise, now })
    total.edition = page.edition
    for (const key of ['added', 'same', 'revised', 'left'] as const) total[key] += page[key]
    if (total.named.length === 0) total.named = page.named
    host.log.info('backfill', { through: last, added: total.added })
  }
  return { ...span, ...total }
}

function daysAfter(day: string, days: number): string {
  return new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10)
}
