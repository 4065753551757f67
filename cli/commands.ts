import { Command } from 'commander'
import { exits } from './exit.ts'
import { addHelp } from './help.ts'
import { packageVersion } from './package-file.ts'
import { optionFor, readSettings, refuseUnknownSettings } from './settings.ts'

/** Every command of `briefing`, each in a file of its own that is loaded when it runs. */
export const program = new Command('briefing')
  .description('Market briefings from public feeds: dated, sourced, reproducible.')
  .version(packageVersion().version, '--version', 'print the version')
  .option('--json', 'print the result as JSON')
  .addHelpText(
    'after',
    '\nbriefing COMMAND --help shows the options, examples and exit codes of a command. Guide: docs/running.md',
  )
  .showHelpAfterError('To see what it takes, add --help.')
  .exitOverride()
  .hook('preAction', () => refuseUnknownSettings(process.env))

/** Lets a command end what it is doing on the first signal; the second one ends the process. */
const stopping = (): AbortSignal => {
  const controller = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      controller.abort()
      process.once(signal, () => process.exit(exits.dataTrouble))
    })
  return controller.signal
}

const settings = () => readSettings(process.env)
const home = optionFor('BRIEFING_HOME')
const feeds = optionFor('BRIEFING_FEEDS')
const host = optionFor('BRIEFING_HOST')
const port = optionFor('BRIEFING_PORT')

program
  .command('start')
  .description('refresh, publish and serve; keeps refreshing')
  .option(...home)
  .option(...feeds)
  .option(...host)
  .option(...port)
  .option(...optionFor('BRIEFING_HISTORY'))
  .action(async (options) => (await import('./start.ts')).start(settings(), options, stopping()))

program
  .command('refresh')
  .description('read the feeds once, compute and publish')
  .option(...home)
  .option(...feeds)
  .option(...host)
  .option('--as-of <day>', 'day the documents are for (default: today)')
  .option('--now <time>', 'logical time of the run, such as 2026-07-23T18:00:00Z (default: the clock)')
  .option('--only <feeds>', 'feeds to read, separated by commas (default: all)')
  .option('--record <folder>', 'save every response to this folder for replay')
  .option('--dry-run', 'print the requests it would make, without making them')
  .action(async (options) => (await import('./refresh.ts')).refreshOnce(settings(), options, program.opts(), stopping()))

program
  .command('backfill')
  .description('add past days to the archive, each as known at the end of that day')
  .option(...home)
  .option(...host)
  .option('--from <day>', 'first day (default: the first day a lead metric was known)')
  .option('--to <day>', 'last day (default: yesterday)')
  .option('--only <briefings>', 'briefings to compute, separated by commas (default: all)')
  .option('--revise <reason>', 'add a revision with this note where the result differs from the published day')
  .option('--dry-run', 'print days, documents and estimated minutes without writing anything')
  .action(async (options) => (await import('./backfill.ts')).backfillDays(settings(), options, program.opts(), stopping()))

program
  .command('serve')
  .description('serve what is published')
  .option(...home)
  .option(...port)
  .action(async (options) => (await import('./serve.ts')).serve(settings(), options, stopping()))

program
  .command('show')
  .description('print a briefing or metric from the home')
  .argument('<id>', 'such as btc.quick-check or bitcoin-price')
  .option(...home)
  .option('--format <format>', 'markdown, json or html', 'markdown')
  .option('--date <day>', 'a past day of a briefing (default: the current edition)')
  .action(async (id, options) => (await import('./show.ts')).show(settings(), id, options))

program
  .command('rebuild')
  .description('rebuild the warehouse from the recordings')
  .option(...home)
  .action(async (options) => (await import('./rebuild.ts')).rebuild(settings(), options, program.opts()))

program
  .command('status')
  .description('show which feeds, series, metrics and briefings need attention')
  .option(...home)
  .option('--all', 'show every feed, series, metric and briefing')
  .option('--now <time>', 'time to judge freshness at, such as 2026-07-23T18:00:00Z (default: the clock)')
  .action(async (options) => (await import('./status.ts')).status(settings(), options, program.opts()))

program
  .command('runs')
  .description('what ran, when and how it went: list the runs, or show one')
  .argument('[action]', 'list or show', 'list')
  .argument('[id]', 'show: the id of a run, or its first characters')
  .option(...home)
  .option('--limit <count>', 'list: maximum number of runs, newest first', '20')
  .option('--failed', 'list: only runs that failed or in which a request failed')
  .action(async (action, id, options) => (await import('./runs.ts')).runs(settings(), action, id, options, program.opts()))

program
  .command('doctor')
  .description('check credentials, home, recordings, edition and hosts')
  .option(...home)
  .option(...feeds)
  .option(...host)
  .option('--live', 'send one small request to each upstream whose credential is set')
  .action(async (options) => (await import('./doctor.ts')).doctor(settings(), options, program.opts()))

program
  .command('explain')
  .description('trace a figure back to the recording it comes from')
  .argument('<metric>', 'such as net-liquidity')
  .option(...home)
  .option('--date <day>', 'the figure as known at the end of this day (default: now)')
  .action(async (metric, options) => (await import('./explain.ts')).explain(settings(), metric, options, program.opts()))

program
  .command('quarantine')
  .description('rejected data: list, show, replay or dismiss it')
  .argument('<action>', 'list, show, replay or dismiss')
  .argument('[ids...]', 'an id as listed, its first characters, or a series')
  .option(...home)
  .option('--why <text>', 'the reason, for dismiss')
  .option('--by <name>', 'who decides (default: the current user)')
  .action(async (action, ids, options) =>
    (await import('./quarantine.ts')).quarantine(settings(), action, ids, options, program.opts()),
  )

program
  .command('review')
  .description('figures held for review: list, show, accept or reject them')
  .argument('<action>', 'list, show, accept or reject')
  .argument('[id]', 'a filing as listed, or one of its figures')
  .option(...home)
  .option('--why <text>', 'the reason, for reject')
  .option('--by <name>', 'who decides (default: the current user)')
  .action(async (action, id, options) => (await import('./review.ts')).review(settings(), action, id, options, program.opts()))

program
  .command('keys')
  .description('API keys: create, list, rotate or revoke them')
  .argument('<action>', 'create, list, rotate or revoke')
  .argument('[id]', 'the key to rotate or revoke')
  .option(...home)
  .option('--plan <plan>', 'free, basic, pro or enterprise')
  .option('--name <name>', 'what the key is for')
  .option('--account <id>', 'account the key belongs to (default: a new one)')
  .option('--by <name>', 'who creates it (default: the current user)')
  .option('--expires <day>', 'day or time (UTC) when it expires (default: never)')
  .option('--overlap <time>', 'how long the old key keeps working, such as 24h', '24h')
  .action(async (action, id, options) => (await import('./keys.ts')).keys(settings(), action, id, options, program.opts()))

program
  .command('accounts')
  .description('accounts: list them, change the plan or limits of one, suspend or resume it, reset its password')
  .argument('<action>', 'list, change, suspend, resume or reset')
  .argument('[id]', 'the account to change')
  .option(...home)
  .option('--plan <plan>', 'free, basic, pro or enterprise')
  .option('--per-hour <calls>', 'calls per hour, or "plan" to use the limit of the plan')
  .option('--per-day <calls>', 'calls per day, or "plan" to use the limit of the plan')
  .option('--email <address>', 'reset: who signs in, for an account that only had keys')
  .option('--by <name>', 'who decides (default: the current user)')
  .action(async (action, id, options) =>
    (await import('./accounts.ts')).accounts(settings(), action, id, options, program.opts()),
  )

program
  .command('audit')
  .description('what was done to accounts and keys, by whom and from where')
  .argument('<action>', 'list or export')
  .option(...home)
  .option('--account <id>', 'only this account')
  .option('--since <day>', 'only from this day on')
  .option('--limit <count>', 'list: maximum number of rows, newest first', '50')
  .action(async (action, options) => (await import('./audit.ts')).audit(settings(), action, options, program.opts()))

program
  .command('events')
  .description('change events: what GET /api/events returns')
  .argument('<action>', 'tail')
  .option(...home)
  .option('--limit <count>', 'maximum number of past events', '20')
  .option('--follow', 'print events as they are published')
  .action(async (action, options) =>
    (await import('./events.ts')).events(settings(), action, options, program.opts(), stopping()),
  )

program
  .command('claims')
  .description('claims of agents for a key: list, show, approve or deny them')
  .argument('<action>', 'list, show, approve or deny')
  .argument('[code]', 'the code of a claim, such as MB-ABCD-2345')
  .option(...home)
  .option('--pending', 'list: only claims that wait for a decision')
  .option('--account <id>', 'approve: the account that gets the key')
  .option('--plan <plan>', 'approve: create an account with this plan instead')
  .option('--by <name>', 'who decides (default: the current user)')
  .action(async (action, code, options) =>
    (await import('./claims.ts')).claims(settings(), action, code, options, program.opts()),
  )

program
  .command('webhooks')
  .description('addresses that events are sent to: list, see deliveries, test, pause, resume, rotate, replay or delete')
  .argument('<action>', 'list, deliveries, test, pause, resume, rotate, replay or delete')
  .argument('[id]', 'the id of a webhook')
  .argument('[message]', 'replay: the id of a message')
  .option(...home)
  .option('--account <id>', 'list: only webhooks of this account')
  .option('--limit <count>', 'deliveries: maximum number of messages, newest first', '50')
  .option('--by <name>', 'who does it (default: the current user)')
  .action(async (action, id, message, options) =>
    (await import('./webhooks.ts')).webhooks(settings(), action, id, message, options, program.opts()),
  )

program
  .command('payments')
  .description('payments and what is owed: list, show, reconcile with the chain, resolve by hand, export')
  .argument('<action>', 'list, show, resolve, reconcile or export')
  .argument('[id]', 'a payment: the first characters of its id or of its transaction')
  .option(...home)
  .option('--state <state>', 'list: reserved, unknown, settled, served or closed')
  .option('--since <day>', 'list: first received on this day or later')
  .option('--stuck', 'list: only payments whose outcome or answer is owed and that nobody is retrying')
  .option('--limit <count>', 'list: maximum number of payments, newest first', '50')
  .option('--csv', 'list: print CSV')
  .option('--from <day>', 'export, reconcile: first day (reconcile default: yesterday)')
  .option('--to <day>', 'export, reconcile: last day (reconcile default: five minutes ago)')
  .option('--refunded <transaction>', 'resolve: refunded by this transaction')
  .option('--written-off', 'resolve: nothing is owed any more, whether it was paid or not')
  .option('--unpaid', 'resolve: nothing was paid')
  .option('--paid <transaction>', 'resolve: the outcome was unknown; paid by this transaction')
  .option('--note <text>', 'resolve: the reason')
  .option('--by <name>', 'resolve: who decides (default: the current user)')
  .action(async (action, id, options) => (await import('./ledger.ts')).ledger(settings(), action, id, options, program.opts()))

program
  .command('backup')
  .description('copy everything that cannot be recomputed to a folder, while serving and publishing')
  .argument('<folder>', 'new, empty, or with an earlier backup, which it brings up to date')
  .option(...home)
  .action(async (folder, options) => (await import('./backup.ts')).backup(settings(), folder, options, program.opts()))

program
  .command('restore')
  .description('make a home from a backup, every file checked')
  .argument('<folder>', 'folder with a backup')
  .option(...home)
  .action(async (folder, options) => (await import('./restore.ts')).restore(settings(), folder, options, program.opts()))

program
  .command('state')
  .description('back up or restore keys, limits and ledger')
  .argument('<action>', 'backup or restore')
  .argument('[file]', 'the file to write or read')
  .option(...home)
  .option('--force', 'overwrite the file, or replace the contents of the store')
  .action(async (action, file, options) => (await import('./state.ts')).state(settings(), action, file, options, program.opts()))

program
  .command('buy')
  .description('buy one call: print what was signed, paid and served')
  .argument('<url>', 'URL of a priced document')
  .option('--protocol <protocol>', 'x402 or mpp', 'x402')
  .option('--max-usd <dollars>', 'the most to pay', '1')
  .option('--main-network', 'pay real money with the key in BRIEFING_BUYER_KEY')
  .action(async (url, options) => (await import('./buy.ts')).buy(process.env, url, options, program.opts()))

program
  .command('mcp')
  .description('connect an agent that speaks MCP over stdio to a server; asks a person for a key when one is needed')
  .argument('[url]', 'URL of the server (default: BRIEFING_URL, else http://127.0.0.1:8402)')
  .option('--login', 'ask for a key now, save it and end')
  .option('--logout', 'delete the saved key and end')
  .action(async (url, options) => (await import('./mcp.ts')).mcp(process.env, url, options))

program
  .command('config')
  .description('the settings in force and where each comes from')
  .option(...home)
  .option(...feeds)
  .option(...host)
  .option(...port)
  .action(async (options) => (await import('./config.ts')).config(process.env, options, program.opts()))

program
  .command('worker')
  .description('run the activities and orchestrations of a Temporal server')
  .option(...home)
  .option(...feeds)
  .action(async (options) => (await import('./worker.ts')).worker(settings(), options))

program
  .command('schedules')
  .description('list the schedules, or apply them to the Temporal server')
  .argument('<action>', 'list or apply')
  .option(...feeds)
  .option('--dry-run', 'print what apply would change, without changing it')
  .action(async (action, options) => (await import('./schedules.ts')).schedules(settings(), action, options, program.opts()))

for (const command of program.commands) addHelp(command)
