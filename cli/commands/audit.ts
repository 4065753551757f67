import { isoTime } from '../../pipeline/time/day.ts'
import { type AuditRow, listAudit } from '../../server/state/audit.ts'
import { declare, type Given, home, noState } from '../command.ts'
import { limitOption, timeOption } from '../day-and-time.ts'
import { csvLines, print, tableLines } from '../print.ts'
import type { Settings } from '../settings.ts'
import { withState } from './keys.ts'

const actions = ['list', 'export'] as const
const options = [
  home,
  ['--account <id>', 'only this account'],
  ['--since <day>', 'only from this day on'],
  ['--limit <count>', 'list: maximum number of rows, newest first', '50'],
] as const

type AuditOptions = Given<typeof options>

const columns = ['time', 'what', 'account', 'key', 'actor', 'by', 'address', 'detail'] as const

/** `briefing audit list --account ID --since DAY --limit N | export`: the newest first; `export` prints all as CSV. */
export async function audit(
  settings: Settings,
  action: (typeof actions)[number],
  options: AuditOptions,
  global: { json?: boolean },
): Promise<void> {
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

export const command = declare({
  actions,
  options,
  examples: ['audit list --account acct_4f1c', 'audit export --since 2026-07-01'],
  unreachable: noState,
  guide: 'docs/keys.md',
  action: ({ settings, global }, options, action) => audit(settings(), action, options, global()),
})
