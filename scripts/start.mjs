/** `npm start`: builds what is not built yet, and runs `briefing start` in this very process, so that a signal to it reaches that. */
import { fileURLToPath } from 'node:url'
import { buildWhatChanged } from './build.mjs'

buildWhatChanged()
const command = new URL('../dist/cli/briefing.js', import.meta.url)
process.argv = [process.execPath, fileURLToPath(command), 'start', ...process.argv.slice(2)]
await import(command.href)
