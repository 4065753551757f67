import { Command } from 'commander'
import type { declare } from '../command.ts'
import { exits } from '../exit.ts'
import { packageVersion } from '../package-file.ts'
import { readSettings, refuseUnknownSettings } from '../settings.ts'

type File = () => Promise<{ readonly command: Pick<ReturnType<typeof declare>, 'addTo'> }>

/** Every command of `briefing` with its summary, and the file that declares the rest of it. */
const commands: readonly (readonly [name: string, summary: string, file: File])[] = [
  ['start', 'refresh, publish and serve; keeps refreshing', () => import('./start.ts')],
  ['refresh', 'read the feeds once, compute and publish', () => import('./refresh.ts')],
  ['backfill', 'add past days to the archive, each as known at the end of that day', () => import('./backfill.ts')],
  ['serve', 'serve what is published', () => import('./serve.ts')],
  ['show', 'print a briefing or metric from the home', () => import('./show.ts')],
  ['rebuild', 'rebuild the warehouse from the recordings', () => import('./rebuild.ts')],
  ['status', 'show which feeds, series, metrics and briefings need attention', () => import('./status.ts')],
  ['runs', 'what ran, when and how it went: list the runs, or show one', () => import('./runs.ts')],
  ['doctor', 'check credentials, home, recordings, edition and hosts', () => import('./doctor.ts')],
  ['explain', 'trace a figure back to the recording it comes from', () => import('./explain.ts')],
  ['quarantine', 'rejected data: list, show, replay or dismiss it', () => import('./quarantine.ts')],
  ['review', 'figures held for review: list, show, accept or reject them', () => import('./review.ts')],
  ['keys', 'API keys: create, list, rotate or revoke them', () => import('./keys.ts')],
  [
    'accounts',
    'accounts: list them, change the plan or limits of one, suspend or resume it, reset its password',
    () => import('./accounts.ts'),
  ],
  ['audit', 'what was done to accounts and keys, by whom and from where', () => import('./audit.ts')],
  ['record', 'forward record of published probabilities: show its figures, or verify its ledger', () => import('./record.ts')],
  ['events', 'change events: what GET /api/events returns', () => import('./events.ts')],
  ['claims', 'claims of agents for a key: list, show, approve or deny them', () => import('./claims.ts')],
  [
    'webhooks',
    'addresses that events are sent to: list, see deliveries, test, pause, resume, rotate, replay or delete',
    () => import('./webhooks.ts'),
  ],
  [
    'payments',
    'payments and what is owed: list, show, listing at the facilitator, reconcile with the chain, resolve by hand, export',
    () => import('./ledger.ts'),
  ],
  ['backup', 'copy everything that cannot be recomputed to a folder, while serving and publishing', () => import('./backup.ts')],
  ['restore', 'make a home from a backup, every file checked', () => import('./restore.ts')],
  ['state', 'back up or restore keys, limits and ledger', () => import('./state.ts')],
  ['buy', 'buy one call: print what was signed, paid and served', () => import('./buy.ts')],
  ['check', 'whether registries and payment clients can find and buy what a server sells', () => import('./check.ts')],
  [
    'mcp',
    'connect an agent that speaks MCP over stdio to a server; asks a person for a key when one is needed',
    () => import('./mcp.ts'),
  ],
  ['signing', 'keys that documents are signed with: list them, or make a new one', () => import('./signing.ts')],
  ['verify', 'check a saved document: its fingerprint, and who signed it', () => import('./verify.ts')],
  ['config', 'the settings in force and where each comes from', () => import('./config.ts')],
  ['worker', 'run the activities and orchestrations of a Temporal server', () => import('./worker.ts')],
  ['deploy', 'send new runs on a Temporal server to a build of the workers; list the builds', () => import('./deploy.ts')],
  ['schedules', 'list the schedules, or apply them to the Temporal server', () => import('./schedules.ts')],
]

/** The program. Only the files of commands among these words are loaded; all of them where none is given. */
export async function programFor(words: readonly string[] | null): Promise<Command> {
  const program = new Command('briefing')
    .description('Market briefings from public feeds: dated, sourced, reproducible.')
    .version(packageVersion().version, '--version', 'print the version')
    .option('--json', 'print the result as JSON')
    .addHelpText(
      'after',
      '\nbriefing COMMAND --help shows the options, examples and exit codes of a command. Guide: docs/running.md',
    )
    .showHelpAfterError('Run with --help to see the options.')
    .exitOverride()
    .hook('preAction', () => refuseUnknownSettings(process.env))
  for (const [name, summary, file] of commands) {
    const command = program.command(name).description(summary)
    if (words !== null && !words.includes(name)) continue
    const { command: declared } = await file()
    declared.addTo(command, {
      get global() {
        return program.opts()
      },
      get settings() {
        return readSettings(process.env)
      },
      get stopping() {
        return stopping()
      },
    })
  }
  return program
}

/** Lets a command end what it is doing on the first signal; the second one ends the process. */
function stopping(): AbortSignal {
  const controller = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      controller.abort()
      process.once(signal, () => process.exit(exits.dataTrouble))
    })
  return controller.signal
}
