#!/usr/bin/env node
import { programFor } from './commands/index.ts'
import { errorSentence, exitFor, printFailure } from './exit.ts'

const fail = (error: unknown): never => {
  printFailure(error)
  process.exit(exitFor(error))
}

// else Node ends with 1, which is wrong use, and prints a stack
process.on('uncaughtException', fail)
// on a full disk lines of a log are lost, and a result is missed by whoever waits for it; neither ends a server
process.stderr.on('error', () => undefined)
process.stdout.on('error', (error) => {
  process.stderr.write(`${errorSentence(error)}\n`)
  process.exitCode = exitFor(error)
})

programFor(process.argv.slice(2))
  .then((program) => program.parseAsync())
  .catch(fail)
