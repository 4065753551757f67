#!/usr/bin/env node
import { Command } from 'commander'
import { exitFor, exits, sentence } from './exit.ts'
import { readSettings } from './settings.ts'

const program = new Command('briefing')
  .description('Market briefings from public feeds: dated, sourced, reproducible.')
  .option('--json', 'print the result as JSON')
  .showHelpAfterError()
  .exitOverride()

const fail = (error: unknown): never => {
  const code =
    error instanceof Error && 'exitCode' in error ? (error.exitCode === 0 ? exits.fine : exits.wrongUse) : exitFor(error)
  const said = error instanceof Error && 'exitCode' in error
  if (!said) process.stderr.write(`${sentence(error)}\n`)
  process.exit(code)
}

/** Stops a command politely on the first signal; the second one ends it. */
const stopping = (): AbortSignal => {
  const controller = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      controller.abort()
      process.once(signal, () => process.exit(exits.dataTrouble))
    })
  return controller.signal
}

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
  .action(async (options) => (await import('./start.ts')).start(readSettings(process.env), options, stopping()))

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
  .action(async (options) =>
    (await import('./refresh.ts')).refreshOnce(readSettings(process.env), options, program.opts(), stopping()),
  )

program
  .command('serve')
  .description('serve what is published')
  .option(...home)
  .option('--port <port>', 'port of the server')
  .action(async (options) => (await import('./serve.ts')).serve(readSettings(process.env), options, stopping()))

program
  .command('show')
  .description('print a briefing or metric from the home')
  .argument('<id>', 'such as btc.quick-check or bitcoin-price')
  .option(...home)
  .option('--format <format>', 'markdown or json', 'markdown')
  .option('--date <day>', 'a past day of a briefing')
  .action(async (id, options) => (await import('./show.ts')).show(readSettings(process.env), id, options))

program
  .command('rebuild')
  .description('make the warehouse again from the recordings alone')
  .option(...home)
  .action(async (options) => (await import('./rebuild.ts')).rebuild(readSettings(process.env), options, program.opts()))

program
  .command('worker')
  .description('run the activities and orchestrations of a Temporal server')
  .option(...home)
  .option(...feeds)
  .action(async (options) => (await import('./worker.ts')).worker(readSettings(process.env), options))

program.parseAsync().catch(fail)
