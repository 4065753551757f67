import { isoTime } from '../pipeline/calendar/day.ts'
import { type AuditRow, listAudit } from '../server/state/audit.ts'
import { limitOption, timeOption } from './day-and-time.ts'
import { withState } from './keys.ts'
import { csvLines, print, tableLines } from './print.ts'
import type { Settings } from './settings.ts'
import { unknown } from './unknown.ts'

interface AuditOptions {
  readonly home?: string
  readonly account?: string
  readonly since?: string
  readonly limit?: string
}

const actions: readonly string[] = ['list', 'export']
const columns = ['time', 'what', 'account', 'key', 'actor', 'by', 'address', 'detail'] as const

/** `briefing audit list --account ID --since DAY --limit N | export`: the newest first; `export` prints all as CSV. */
export async function audit(
  settings: Settings,
  action: string,
  options: AuditOptions,
  global: { json?: boolean },
): Promise<void> {
  if (!actions.includes(action)) throw unknown('ACTION', action, { kind: 'action', names: actions })
  const since = timeOption('--since', options.since) ?? 0
  const limit = action === 'list' ? { limit: limitOption(options.limit) } : {}
  await withState(settings, options.home, async (state) => {
    const rows = await listAudit(state, { account: options.account ?? null, since, ...limit })
    const lines = rows.map(cellsOf)
    if (global.json) print(global, { count: rows.length, audit: rows }, [])
    else if (action === 'export') process.stdout.write(csvLines([columns, ...lines]))
    else print(global, {}, rows.length === 0 ? ['nothing was done'] : tableLines(columns, lines))
  })
}

function cellsOf({ at, what, account, key, actor, by, address, detail }: AuditRow): (string | null)[] {
  return [isoTime(at), what, account, key, actor, by, address, detail]
}
