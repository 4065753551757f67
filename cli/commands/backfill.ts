import { selectHost } from '../../workflows/hosts/select.ts'
import { type BackfillRequest, type BackfillResult, backfill } from '../../workflows/orchestrations/backfill.ts'
import { declare, home, hostCliOption, noHostText, runningGuide } from '../command.ts'
import { needHome } from '../home-folder.ts'
import { pipelineLog } from '../log.ts'
import { hostRunHome, runOnHost } from '../on-host.ts'
import { print } from '../print.ts'

import { wantedBriefings } from '../wanted.ts'

/** `briefing backfill`: past days into the archive, each as it was known at its end; with `--dry-run` what that would take. */
export const command = declare({
  options: [
    home,
    hostCliOption,
    ['--from <day>', 'first day (default: the first day a lead metric was known)'],
    ['--to <day>', 'last day (default: yesterday)'],
    ['--only <briefings>', 'briefings to compute, separated by commas (default: all)'],
    ['--revise <reason>', 'add a revision with this note where the result differs from the published day'],
    ['--dry-run', 'print days, documents and estimated minutes without writing anything'],
  ],
  examples: ['backfill --from 2026-01-01 --dry-run', 'backfill --from 2026-01-01 --only btc.quick-check,cross.regime'],
  trouble: 'the run failed or was stopped; the next one continues',
  unreachable: noHostText,
  guide: runningGuide,
  action: async ({ settings, global, stopping: signal }, options) => {
    const input: BackfillRequest = {
      from: options.from ?? null,
      to: options.to ?? null,
      only: wantedBriefings(options.only),
      revise: options.revise ?? null,
      dryRun: options.dryRun ?? false,
    }
    const home = hostRunHome(settings, options)
    if (selectHost(options.host ?? settings.host, process.env) === 'in-process') await needHome(home)
    const log = pipelineLog(settings.logLevel)
    const run = { settings, home, now: Date.now(), host: options.host, signal, log, json: global.json }
    const result = await runOnHost(run, 'backfill', backfill, input)
    print(global, result, backfillLines(result))
  },
})

/** The result in lines for a person. */
export function backfillLines(result: BackfillResult): string[] {
  const { from, to, days, documents, onRecord, daysOnRecord, minutes, edition, added, daysAdded, same, revised, left, named } =
    result
  const span = `${from} to ${to}: ${days} days, ${documents} documents`
  if (minutes !== null)
    return [
      `${span}, ${onRecord} already on record (${daysOnRecord} days); about ${minutes.toFixed(1)} minutes; dry run, nothing was written`,
    ]
  const counts = `${added} documents added now, ${same} unchanged, ${revised} revised`
  const lines = [
    `${span}: ${daysOnRecord} days were already on record, ${daysAdded} days added now; ${counts}; edition ${edition}`,
  ]
  if (left > 0)
    lines.push(
      `${left} differ from the published version and were left unchanged; to add revisions: briefing backfill --revise "REASON"`,
      ...named.map((name) => `  ${name}`),
    )
  return lines
}
