/** Puts `briefing` among the commands of node_modules/.bin, where `npx briefing` looks first, so that it runs this very checkout. */
import { chmodSync, mkdirSync, rmSync, symlinkSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const command = fileURLToPath(new URL('../dist/cli/briefing.js', import.meta.url))
const folder = fileURLToPath(new URL('../node_modules/.bin/', import.meta.url))

chmodSync(command, 0o755)
mkdirSync(folder, { recursive: true })
rmSync(`${folder}briefing`, { force: true })
symlinkSync('../../dist/cli/briefing.js', `${folder}briefing`)
