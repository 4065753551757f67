import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** What is changed for whatever else runs in the process: modules, clocks, globals, settings. Waiting changes nothing. */
const changes = new RegExp(
  [
    /\bvi\.(?!waitFor\b|waitUntil\b)/,
    /\bprocess\.(chdir\(|exitCode = |env\[[^\]]+\] = )|\bdelete process\.env\b/,
    /\bglobalThis(\.\w+|\[[^\]]+\]) = |\bdefineProperty\(globalThis\b/,
  ]
    .map(({ source }) => source)
    .join('|'),
)

/** Whether a test file has to run in a process of its own. All others share as many as there are processors. */
export const needsOwnProcess = (text: string): boolean => changes.test(text)

/** Test files with this ending that need a separate process, from the root. */
export function filesWithOwnProcess(root: string, ending: '.test.ts' | '.recorded.ts'): string[] {
  return readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith(ending) && needsOwnProcess(readFileSync(join(root, 'test', path), 'utf8')))
    .map((path) => `test/${path.replaceAll('\\', '/')}`)
}
