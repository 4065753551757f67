#!/usr/bin/env node
import { Command } from 'commander'
import { exitFor, exits, sentence } from './exit.ts'
import { readSettings } from './settings.ts'

const program = new Command('briefing')
  .description('Market briefings from public feeds: dated, sourced, reproducible.')
  .option('--json', 'print the result as JSON')
  .showHelpAfterError()
  .exitOverride()

/** Commander has told its own errors already, and its help is none. */
const fail = (error: unknown): never => {
  if (error instanceof Error && 'exitCode' in error) process.exit(error.exitCode === 0 ? exits.fine : exits.wrongUse)
  process.stderr.write(`${sentence(error)}\n`)
  process.exit(exitFor(error))
}

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
const home = ['--home <folder>', 'folder that holds everything that is written'] as const
const feeds = ['--feeds <feeds>', 'sample, live, or recorded:FOLDER'] as const
const host = ['--host <host>', 'in-process or temporal'] as const

program
  .command('start')
  .description('refresh, publish and serve; keeps refreshing')
  .option(...home)
  .option(...feeds)
  .option(...host)
  .option('--port <port>', 'port of the server')
  .action(async (options) => (await import('./start.ts')).start(settings(), options, stopping()))

program
  .command('refresh')
  .description('read the feeds once, compute and publish')
  .option(...home)
  .option(...feeds)
  .option(...host)
  .option('--as-of <day>', 'day the documents are for; today when left out')
  .option('--now <time>', 'logical time of the run, RFC 3339')
  .option('--only <feeds>', 'feeds to read, comma separated')
  .option('--record <folder>', 'keep every response in this folder, for replay')
  .option('--dry-run', 'print what it would ask, and ask nothing')
  .action(async (options) => (await import('./refresh.ts')).refreshOnce(settings(), options, program.opts(), stopping()))

program
  .command('backfill')
  .description('put past days into the archive, each from what counts as known at its end')
  .option(...home)
  .option(...host)
  .option('--from <day>', 'first day; the first one a lead metric is known when left out')
  .option('--to <day>', 'last day; yesterday when left out')
  .option('--only <briefings>', 'briefings to make, comma separated')
  .option('--revise <reason>', 'give days on record that come out otherwise a revision with this note')
  .option('--dry-run', 'print days, documents and minutes, and write nothing')
  .action(async (options) => (await import('./backfill.ts')).backfillDays(settings(), options, program.opts(), stopping()))

program
  .command('serve')
  .description('serve what is published')
  .option(...home)
  .option('--port <port>', 'port of the server')
  .action(async (options) => (await import('./serve.ts')).serve(settings(), options, stopping()))

program
  .command('show')
  .description('print a briefing or metric from the home')
  .argument('<id>', 'such as btc.quick-check or bitcoin-price')
  .option(...home)
  .option('--format <format>', 'markdown, json or html', 'markdown')
  .option('--date <day>', 'a past day of a briefing')
  .action(async (id, options) => (await import('./show.ts')).show(settings(), id, options))

program
  .command('rebuild')
  .description('make the warehouse again from the recordings alone')
  .option(...home)
  .action(async (options) => (await import('./rebuild.ts')).rebuild(settings(), options, program.opts()))

program
  .command('status')
  .description('how fresh every feed, series, metric and briefing is')
  .option(...home)
  .option('--now <time>', 'time to judge at, RFC 3339')
  .action(async (options) => (await import('./status.ts')).status(settings(), options, program.opts()))

program
  .command('doctor')
  .description('check credentials, home, recordings, edition and hosts')
  .option(...home)
  .option(...feeds)
  .option(...host)
  .option('--live', 'ask one upstream for one small answer')
  .action(async (options) => (await import('./doctor.ts')).doctor(settings(), options, program.opts()))

program
  .command('explain')
  .description('from a figure to the recording it comes from')
  .argument('<metric>', 'such as net-liquidity')
  .option(...home)
  .option('--date <day>', 'the figure from what counts as known at the end of this day')
  .action(async (metric, options) => (await import('./explain.ts')).explain(settings(), metric, options, program.opts()))

program
  .command('quarantine')
  .description('what was refused: list it, show one, replay or dismiss')
  .argument('<action>', 'list, show, replay or dismiss')
  .argument('[ids...]', 'ids as listed, the first letters of one, or a series')
  .option(...home)
  .option('--why <text>', 'the reason, for dismiss')
  .option('--by <name>', 'who decides; the user of this machine when left out')
  .action(async (action, ids, options) =>
    (await import('./quarantine.ts')).quarantine(settings(), action, ids, options, program.opts()),
  )

program
  .command('review')
  .description('figures held for review: list them, show one, accept or reject')
  .argument('<action>', 'list, show, accept or reject')
  .argument('[id]', 'a filing as listed, or a figure of it')
  .option(...home)
  .option('--why <text>', 'the reason, for reject')
  .option('--by <name>', 'who decides; the user of this machine when left out')
  .action(async (action, id, options) => (await import('./review.ts')).review(settings(), action, id, options, program.opts()))

program
  .command('keys')
  .description('API keys: create one, list them, rotate or revoke one')
  .argument('<action>', 'create, list, rotate or revoke')
  .argument('[id]', 'the key to rotate or revoke')
  .option(...home)
  .option('--plan <plan>', 'free, basic, pro or enterprise')
  .option('--name <name>', 'what the key is for')
  .option('--account <id>', 'account the key belongs to; a new one when left out')
  .option('--by <name>', 'who makes it; the user of this machine when left out')
  .option('--expires <day>', 'day or time (UTC) from which it is refused; never when left out')
  .option('--overlap <time>', 'how long the key before works beside the new one, such as 24h', '24h')
  .action(async (action, id, options) => (await import('./keys.ts')).keys(settings(), action, id, options, program.opts()))

program
  .command('accounts')
  .description('accounts: list them, change plan or limits of one, suspend or resume it')
  .argument('<action>', 'list, change, suspend or resume')
  .argument('[id]', 'the account to change')
  .option(...home)
  .option('--plan <plan>', 'free, basic, pro or enterprise')
  .option('--per-hour <calls>', 'calls an hour; plan for those of the plan')
  .option('--per-day <calls>', 'calls a day; plan for those of the plan')
  .action(async (action, id, options) =>
    (await import('./accounts.ts')).accounts(settings(), action, id, options, program.opts()),
  )

program
  .command('payments')
  .description('what was paid and what is owed: list, show one, reconcile with the chain, resolve by hand, export')
  .argument('<action>', 'list, show, resolve, reconcile or export')
  .argument('[id]', 'a payment: the first letters of its id as listed, or of its transaction')
  .option(...home)
  .option('--state <state>', 'list: reserved, unknown, settled, served or closed')
  .option('--since <day>', 'list: first sent on this day or later')
  .option('--stuck', 'list: owed an outcome or an answer, and nobody asks for it')
  .option('--limit <count>', 'list: how many, the newest first', '50')
  .option('--csv', 'list: print CSV')
  .option('--from <day>', 'export, reconcile: first day; reconcile begins yesterday when left out')
  .option('--to <day>', 'export, reconcile: last day; reconcile ends five minutes ago when left out')
  .option('--refunded <transaction>', 'resolve: it was refunded by this transaction')
  .option('--written-off', 'resolve: paid or not, nothing is owed any more')
  .option('--unpaid', 'resolve: it turned out that nothing was paid')
  .option('--paid <transaction>', 'resolve: its outcome was unknown, and it was paid by this transaction')
  .option('--note <text>', 'resolve: the reason')
  .option('--by <name>', 'resolve: who decides; the user of this machine when left out')
  .action(async (action, id, options) => (await import('./ledger.ts')).ledger(settings(), action, id, options, program.opts()))

program
  .command('state')
  .description('keys, limits and ledger: back them up, restore them')
  .argument('<action>', 'backup or restore')
  .argument('[file]', 'the file to write or to read')
  .option(...home)
  .option('--force', 'write over the file, or replace what the store holds')
  .action(async (action, file, options) => (await import('./state.ts')).state(settings(), action, file, options, program.opts()))

program
  .command('buy')
  .description('pay for one call: print what was signed, paid and served')
  .argument('<url>', 'address of a priced document')
  .option('--protocol <protocol>', 'x402 or mpp', 'x402')
  .option('--max-usd <dollars>', 'most that is paid', '1')
  .option('--main-network', 'pay real money with the key in BRIEFING_BUYER_KEY')
  .action(async (url, options) => (await import('./buy.ts')).buy(process.env, url, options, program.opts()))

program
  .command('config')
  .description('the settings in force and where each comes from')
  .option(...home)
  .option(...feeds)
  .option(...host)
  .option('--port <port>', 'port of the server')
  .action(async (options) => (await import('./config.ts')).config(process.env, options, program.opts()))

program
  .command('worker')
  .description('run the activities and orchestrations of a Temporal server')
  .option(...home)
  .option(...feeds)
  .action(async (options) => (await import('./worker.ts')).worker(settings(), options))

program
  .command('schedules')
  .description('when what is run: list it, or apply it to the Temporal server')
  .argument('<action>', 'list or apply')
  .option(...feeds)
  .option('--dry-run', 'print what an apply would change, and change nothing')
  .action(async (action, options) => (await import('./schedules.ts')).schedules(settings(), action, options, program.opts()))

program.parseAsync().catch(fail)
