import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { recordedFolder } from './recorded.ts'

const needed = [
  'recordings.json',
  'recordings.companies.json',
  'recordings.companies2.json',
  'recordings.closes.json',
  '../reference/companies-truth.json',
] as const

/** Fails before the first test of the recorded ring where the recordings are absent, so that none of them passes by being skipped. */
export default function setup(): void {
  const missing = needed.filter((name) => !existsSync(join(recordedFolder, name)))
  if (missing.length > 0)
    throw new Error(
      `${missing.join(', ')} ${missing.length === 1 ? 'is' : 'are'} missing in ${recordedFolder}: place the recordings there to run this ring, or run "npm test", which needs none`,
    )
}
