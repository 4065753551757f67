import type { Command } from 'commander'
import { exits } from './exit.ts'

/** What the help of a command adds to its options. */
interface Help {
  /** Lines to type as they stand, without `briefing`. */
  readonly examples: readonly string[]
  /** What exit code 2 means for it, where it has that. */
  readonly trouble?: string
  /** What exit code 69 means for it, where it has that. */
  readonly unreachable?: string
  /** Where what it does is described. */
  readonly guide?: string
}

const noHome = 'nothing is loaded or published in the home yet'
const state = 'the state store does not answer'
const host = 'the Temporal server does not answer, or another process is using the warehouse'
const running = 'docs/running.md'

const helps: Readonly<Record<string, Help>> = {
  start: {
    examples: ['start', 'start --feeds live --home /srv/briefing', 'start --port 9000 --history 0'],
    trouble: 'the first run failed',
    unreachable: 'the port is taken, or the Temporal server does not answer',
    guide: running,
  },
  refresh: {
    examples: ['refresh --feeds live --only fred-api,h10', 'refresh --as-of 2026-07-23', 'refresh --feeds live --dry-run'],
    trouble: 'an upstream failed, or something is stale, missing or held for review; the rest is published',
    unreachable: host,
    guide: 'docs/feeds.md',
  },
  backfill: {
    examples: ['backfill --from 2026-01-01 --dry-run', 'backfill --from 2026-01-01 --only btc.quick-check,cross.regime'],
    trouble: 'the run failed or was stopped; the next one continues',
    unreachable: host,
    guide: running,
  },
  serve: {
    examples: ['serve', 'serve --home /srv/briefing --port 9000'],
    unreachable: 'the port is taken',
    guide: running,
  },
  show: {
    examples: ['show btc.quick-check', 'show vix --format json', 'show macro.snapshot --date 2026-07-23'],
    trouble: 'not on record',
  },
  rebuild: { examples: ['rebuild', '--json rebuild --home /srv/briefing'], unreachable: host, guide: running },
  status: {
    examples: ['status', 'status --all', 'status --now 2026-07-23T18:00:00Z'],
    trouble: 'something is late, stale, held or missing',
    guide: 'docs/running.md',
  },
  runs: {
    examples: ['runs', 'runs list --failed --limit 5', 'runs show 4f1c'],
    trouble: 'no run has this id',
    guide: 'docs/operations.md',
  },
  doctor: {
    examples: ['doctor', 'doctor --feeds live --live'],
    trouble: 'a check failed',
    unreachable: 'an upstream or the Temporal server does not answer',
    guide: 'docs/guides/go-live.md',
  },
  explain: {
    examples: ['explain net-liquidity', 'explain vix --date 2026-07-23'],
    trouble: `${noHome}, or a number was not found in its recording, or the current edition shows another figure`,
  },
  quarantine: {
    examples: ['quarantine list', 'quarantine show 4f1c', 'quarantine dismiss 4f1c --why "a test page of the upstream"'],
    trouble: `${noHome}, or no row has this id`,
    guide: running,
  },
  review: {
    examples: ['review list', 'review show 0001050446-26-000061', 'review reject 4f1c --why "counts shares, not coins"'],
    trouble: `${noHome}, or no figure has this id`,
    guide: running,
  },
  keys: {
    examples: ['keys create --plan pro --name desk', 'keys list', 'keys rotate key_4f1c --overlap 24h', 'keys revoke key_4f1c'],
    trouble: 'no key or account has this id',
    unreachable: state,
    guide: 'docs/keys.md',
  },
  accounts: {
    examples: [
      'accounts list',
      'accounts change acct_4f1c --plan basic --per-hour 100',
      'accounts suspend acct_4f1c',
      'accounts reset acct_4f1c',
    ],
    trouble: 'no account has this id',
    unreachable: state,
    guide: 'docs/keys.md',
  },
  events: {
    examples: ['events tail', 'events tail --follow', '--json events tail --limit 100'],
    guide: 'docs/operations.md',
  },
  audit: {
    examples: ['audit list --account acct_4f1c', 'audit export --since 2026-07-01'],
    unreachable: state,
    guide: 'docs/keys.md',
  },
  claims: {
    examples: ['claims list --pending', 'claims approve MB-ABCD-2345 --plan basic', 'claims deny MB-ABCD-2345'],
    trouble: 'no claim or account has this code or id',
    unreachable: state,
    guide: 'docs/keys.md',
  },
  webhooks: {
    examples: ['webhooks list', 'webhooks deliveries wh_0b9f3f3e', 'webhooks resume wh_0b9f3f3e'],
    trouble: 'no webhook or message has this id',
    unreachable: state,
    guide: 'docs/guides/receive-webhooks.md',
  },
  payments: {
    examples: ['payments list --stuck', 'payments show 0x9f31c2', 'payments reconcile', 'payments export --from 2026-07-01'],
    trouble: 'no payment has this id, or the ledger and the chain differ',
    unreachable: `${state}, or a node of a network does not`,
    guide: 'docs/payments.md',
  },
  backup: {
    examples: ['backup /backup/briefing', 'backup backup --home /srv/briefing'],
    trouble: 'the home is damaged, or a file cannot be read or written',
    unreachable: state,
    guide: 'docs/guides/backup-and-restore.md',
  },
  restore: {
    examples: ['restore /backup/briefing --home /srv/restored'],
    trouble: 'the backup is damaged',
    unreachable: state,
    guide: 'docs/guides/backup-and-restore.md',
  },
  state: {
    examples: ['state backup state.backup', 'state restore state.backup --force'],
    trouble: 'the file cannot be read or written',
    unreachable: state,
    guide: 'docs/guides/backup-and-restore.md',
  },
  buy: {
    examples: ['buy http://127.0.0.1:8402/api/btc', 'buy http://127.0.0.1:8402/api/btc --protocol mpp --max-usd 0.05'],
    unreachable: 'the server does not answer, or did not serve what was paid for',
    guide: 'docs/payments.md',
  },
  mcp: {
    examples: ['mcp', 'mcp https://briefings.example', 'mcp https://briefings.example --login'],
    trouble: 'no key was granted, or the saved key cannot be read',
    guide: 'docs/guides/connect-an-agent.md',
  },
  config: { examples: ['config', '--json config'], guide: 'docs/settings.md' },
  worker: {
    examples: ['worker', 'worker --feeds live --home /srv/briefing'],
    unreachable: host,
    guide: 'docs/guides/temporal.md',
  },
  schedules: {
    examples: ['schedules list', 'schedules apply --feeds live --dry-run'],
    unreachable: 'the Temporal server does not answer',
    guide: 'docs/guides/temporal.md',
  },
}

/** Adds examples and exit codes to the help of a command. A command without a row here is a mistake of ours. */
export function addHelp(command: Command): void {
  const help = helps[command.name()]
  if (help === undefined) throw new Error(`command ${command.name()} has no row in cli/help.ts`)
  const { examples, trouble, unreachable, guide } = help
  const codes: readonly (readonly [number, string | undefined])[] = [
    [exits.fine, 'success'],
    [exits.wrongUse, 'wrong use: an unknown word, option or setting'],
    [exits.dataTrouble, trouble],
    [exits.unreachable, unreachable],
  ]
  const lines = [
    'Examples:',
    ...examples.map((example) => `  briefing ${example}`),
    '',
    'Exit codes:',
    ...codes.flatMap(([code, meaning]) => (meaning === undefined ? [] : [`  ${String(code).padEnd(4)}${meaning}`])),
    ...(guide === undefined ? [] : ['', `Guide: ${guide}`]),
  ]
  command.addHelpText('after', `\n${lines.join('\n')}`)
}
