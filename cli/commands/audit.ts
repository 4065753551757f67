import { isoTime } from '../../pipeline/time/day.ts'
import { type AuditRow, listAudit } from '../../server/state/audit.ts'
import { declare, home, noStateText } from '../command.ts'
import { limitOption, timeOption } from '../day-and-time.ts'
import { csvLines, print, tableLines } from '../print.ts'
import { needAccount, withStateStore } from './keys.ts'

const columns = ['time', 'what', 'account', 'key', 'actor', 'by', 'address', 'detail'] as const

/** `briefing audit list --account ID --since DAY --limit N | export`: the newest first; `export` prints all as CSV. */
export const command = declare({
  actions: ['list', 'export'],
  options: [
    home,
    ['--account <id>', 'only this account'],
    ['--since <day>', 'only from this day on'],
    ['--limit <count>', 'list: maximum number of rows, newest first', '50'],
  ],
  examples: ['audit list --account acct_4f1c', 'audit export --since 2026-07-01'],
  trouble: 'no account has this id',
  unreachable: noStateText,
  guide: 'docs/keys.md',
  action: async ({ settings, global }, options, action) => {
    const since = timeOption('--since', options.since) ?? 0
    const limit = action === 'list' ? { limit: limitOption(options.limit) } : {}
    await withStateStore(settings, options.home, async (state) => {
      const account = options.account ?? null
      const rows = await listAudit(state, { account, since, ...limit })
      // one that was deleted has its rows still
      if (rows.length === 0 && (await listAudit(state, { account, limit: 1 })).length === 0) await needAccount(state, account)
      const lines = rows.map(cellsOf)
      if (global.json) print(global, { count: rows.length, audit: rows }, [])
      else if (action === 'export') process.stdout.write(csvLines([columns, ...lines]))
      else print(global, {}, tableLines(columns, lines, 'nothing was done'))
    })
  },
})

function cellsOf({ at, what, account, key, actor, by, address, detail }: AuditRow): (string | null)[] {
  return [isoTime(at), what, account, key, actor, by, address, detail]
}
