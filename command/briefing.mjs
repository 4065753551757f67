#!/usr/bin/env node
/**
 * `npx briefing` and `npm start`: builds what is not built yet, and runs the command in this very process, so that a signal to it reaches that.
 * A package of its own in this repository, because npm links the commands of packages alone, and installing runs no script that could.
 */
import { fileURLToPath } from 'node:url'
import { buildWhatChanged } from '../scripts/build.mjs'

buildWhatChanged()
const command = new URL('../dist/cli/briefing.js', import.meta.url)
process.argv[1] = fileURLToPath(command)
await import(command.href)
