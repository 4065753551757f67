#!/usr/bin/env node
/**
 * `npx --no-install briefing` and `npm start`: builds what is not built yet, and runs the command in this very process, so that a signal to it
 * reaches that. A package of its own in this repository, because npm links the commands of packages alone, and installing runs no script that
 * could.
 */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { buildWhatChanged } from '../scripts/build.mjs'

if (process.env.npm_command !== undefined) endWithParent()
await buildWhatChanged()
const command = new URL('../dist/cli/briefing.js', import.meta.url)
process.argv[1] = fileURLToPath(command)
await import(command.href)

/**
 * Takes the end of its parent for a SIGTERM. npm passes that signal to the shell it started, which ends without passing it on: the program
 * would go on unseen, holding port and warehouse.
 */
function endWithParent() {
  const { ppid } = process
  const watch = setInterval(() => {
    if (process.ppid === ppid && !isInit(ppid)) return
    clearInterval(watch)
    process.kill(process.pid, 'SIGTERM')
  }, 250)
  watch.unref()
}

/** Whether the parent had ended before this process could look: it then belongs to the first process, unless npm is that one, as in a container. */
function isInit(ppid) {
  if (ppid !== 1) return false
  try {
    return !/npm|npx|sh/.test(readFileSync('/proc/1/cmdline', 'utf8'))
  } catch {
    return false
  }
}
