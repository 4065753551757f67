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
 * Takes the end of npm for a SIGTERM. npm passes that signal to the shell it started, which ends without passing it on, or ends before it can
 * pass it to a shell that lives on: the program would go on unseen, holding port and warehouse.
 */
function endWithParent() {
  const began = above()
  const watch = setInterval(() => {
    if (above().every((pid, at) => pid === began[at]) && !began.some(isInit)) return
    clearInterval(watch)
    process.kill(process.pid, 'SIGTERM')
  }, 250)
  watch.unref()
}

/** The parent of this process, and that of the parent where it is a shell: npm is one of them. */
function above() {
  const { ppid } = process
  const [, name, parent] = /^\d+ \((.*)\) \S (\d+)/s.exec(textOf(`/proc/${ppid}/stat`)) ?? []
  return /^(?:sh|dash|bash|ash|zsh)$/.test(name) ? [ppid, Number(parent)] : [ppid]
}

/** Whether npm had ended before this process could look: its child then belongs to the first process, unless npm is that one, as in a container. */
function isInit(pid) {
  return pid === 1 && !/npm|npx|sh/.test(textOf('/proc/1/cmdline') || 'npm')
}

/** The text of a file of the system; empty where it cannot be read. */
function textOf(path) {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
