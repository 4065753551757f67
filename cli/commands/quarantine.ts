import { InputError, NotFoundError } from '../../pipeline/errors.ts'
import { type QuarantinedRow, refusedRows } from '../../pipeline/warehouse/load/quarantine.ts'
import { declare, home, lockedMarketText, noHomeText, runningGuide } from '../command.ts'
import { outcomeLine, requireReason, submitDecisions, whoDecides } from '../decide.ts'
import { exits } from '../exit.ts'
import { analystCopyHome, queryAnalystCopy } from '../market.ts'
import { print, tableLines } from '../print.ts'

/** Letters of an id that a list shows, and the fewest that name a row. */
const shown = 10
const fewest = 6

/**
 * `briefing quarantine list | show ID... | replay [ID...] | dismiss ID... --why TEXT`: refused rows and bodies that nobody has dismissed.
 * An ID is the start of a row's id, or a series, which names all of its rows. `replay` without an ID replays all of them.
 */
export const command = declare({
  actions: ['list', 'show', 'replay', 'dismiss'],
  args: [['[ids...]', 'an id as listed, its first characters, or a series']],
  options: [home, ['--why <text>', 'the reason, for dismiss'], ['--by <name>', 'who decides (default: the current user)']],
  examples: ['quarantine list', 'quarantine show 4f1c', 'quarantine dismiss 4f1c --why "a test page of the upstream"'],
  trouble: `${noHomeText}, or no row has this id`,
  unreachable: lockedMarketText,
  guide: runningGuide,
  action: async ({ settings, global }, options, action, names) => {
    const home = analystCopyHome(settings, options)
    const rows = await queryAnalystCopy(home, refusedRows)
    const open = rows.filter(({ dismissed }) => !dismissed)
    if (action === 'list') {
      process.exitCode = open.length > 0 ? exits.dataTrouble : exits.fine
      const dismissed = rows.length - open.length
      return print(global, { count: open.length, dismissed, rows: open }, listLines(open, dismissed))
    }
    if (action === 'show') {
      const refused = named(rows, names)
      return print(global, { rows: refused }, refused.flatMap(showLines))
    }
    if (action === 'dismiss') {
      const why = requireReason(options, 'dismiss')
      const refused = named(open, names)
      const decision = { kind: 'quarantine', verdict: 'dismiss', who: whoDecides(options), why } as const
      const decisions = refused.map(({ id }) => ({ ...decision, target: id }))
      const applied = await submitDecisions(settings, home, decisions)
      return print(global, { dismissed: refused.length, applied: applied !== null }, [outcomeLine(decisions.length, applied)])
    }
    const refused = names.length === 0 ? open : named(rows, names)
    const targets = [...new Set(refused.map(({ recording }) => recording))]
    const decision = { kind: 'recording', verdict: 'replay', who: whoDecides(options), why: options.why ?? '' } as const
    const decisions = targets.map((target) => ({ ...decision, target }))
    const applied = await submitDecisions(settings, home, decisions)
    const result = applied?.replayed ?? null
    const lines = [outcomeLine(targets.length, applied)]
    if (result)
      lines.push(`${result.loaded} recordings loaded again: ${result.refused} refused, ${result.rejected} rows in quarantine`)
    print(global, { replayed: targets.length, applied: applied !== null, result }, lines)
    if (result && result.refused + result.rejected > 0) process.exitCode = exits.dataTrouble
  },
})

/** Rows by the first letters of their ids or the name of their series. */
function named(rows: readonly QuarantinedRow[], names: readonly string[]): QuarantinedRow[] {
  if (names.length === 0)
    throw new InputError('ID_MISSING', 'give the id of a row, or a series; to list them: briefing quarantine list')
  return names.flatMap((name) => {
    const refused = rows.filter(({ id, series }) => series === name || (name.length >= fewest && id.startsWith(name)))
    if (refused.length === 0)
      throw new NotFoundError(
        'NOT_IN_QUARANTINE',
        `nothing in quarantine matches ${name}; to list what is there: briefing quarantine list`,
      )
    return refused
  })
}

function listLines(open: readonly QuarantinedRow[], dismissed: number): string[] {
  const rows = open.map(({ id, made_at, feed, series, rule, excerpt, reason }) => [
    ...[id.slice(0, shown), made_at, feed, series, rule, excerpt.slice(0, 40), reason],
  ])
  return [
    ...(open.length > 0 ? tableLines(['id', 'recorded', 'feed', 'series', 'rule', 'row', 'reason'], rows) : []),
    `${open.length} in quarantine, ${dismissed} dismissed`,
  ]
}

function showLines(row: QuarantinedRow): string[] {
  return [
    `${row.id}${row.dismissed ? ' (dismissed)' : ''}`,
    `  rule:      ${row.rule}: ${row.reason}`,
    `  row:       ${row.excerpt || 'the entire body'}`,
    `  series:    ${row.series ?? 'none'}`,
    `  feed:      ${row.feed}`,
    `  recording: ${row.recording}, made at ${row.made_at}`,
    `  address:   ${row.url}`,
  ]
}
