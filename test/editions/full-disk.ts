/**
 * Publishes on a disk of 4 MB that is filled to a different brim each round, then on one made read-only. To be run as root of a mount
 * namespace of its own with the disk mounted at FOLDER; prints one line of JSON.
 *
 *   node test/editions/full-disk.js FOLDER
 */
import { execFileSync } from 'node:child_process'
import { readdir, rm, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { prune } from '../../pipeline/editions/prune.ts'
import { publish } from '../../pipeline/editions/publish.ts'
import { openReader } from '../../pipeline/editions/reader.ts'
import { BriefingError } from '../../pipeline/errors.ts'
import { folderBlobs } from '../../pipeline/store/folder.ts'
import { artifact, publication, wholeEdition } from './documents.ts'

const folder = process.argv[2]!
const blobs = folderBlobs(join(folder, 'home'))
const documents = (version: string) =>
  Array.from({ length: 33 }, (_, index) => artifact(`briefing/b${index}`, version, { lines: 10 }))
const attempt = (version: string) =>
  publish(blobs, publication(documents(version)))
    .then(() => 'published')
    .catch((error: unknown) => (error instanceof BriefingError ? `${error.code} ${error.facts['reason']}` : String(error)))
const standing = async () => {
  const states = new Set([...(await wholeEdition(blobs))!.entries.values()].map(({ facts }) => String(facts['state'])))
  return [...states].join()
}

const outcomes: Record<string, number> = {}
const wrong: string[] = []
await attempt('v0')
let stands = 'v0'
const reader = await openReader(blobs, { pollMs: 5, log: { info: () => undefined, warn: (message) => void wrong.push(message) } })
for (let round = 1; round <= 20; round++) {
  await prune(blobs, { keepEditions: 2, keepMs: 0, now: Date.parse('2027-01-01T00:00:00Z') })
  const { bavail, bsize } = await statfs(folder)
  const room = round * 61_440
  await writeFile(join(folder, 'filling'), Buffer.alloc(Math.max(0, bavail * bsize - room), 1))
  const outcome = await attempt(`v${round}`)
  outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
  const now = await standing()
  if (now !== (outcome === 'published' ? `v${round}` : stands)) wrong.push(`round ${round}: ${outcome}, but ${now} stands`)
  if (reader.current()!.resident('briefing/b7', 'md') === null) wrong.push(`round ${round}: not served`)
  const left = (await readdir(folder, { recursive: true })).filter((name) => name.includes('~'))
  if (left.length > 0) wrong.push(`round ${round}: left ${left.join()}`)
  await rm(join(folder, 'filling'))
  const mended = await attempt(`v${round}`)
  if (mended !== 'published') wrong.push(`round ${round}: ${mended} with room again`)
  stands = await standing()
}
await prune(blobs, { keepEditions: 2, keepMs: 0, now: Date.parse('2027-01-01T00:00:00Z') })
execFileSync('/bin/sh', ['-c', 'mount -o remount,ro "$0"', folder])
const readOnly = await attempt('v99')
if ((await standing()) !== stands || reader.current() === null) wrong.push('not whole when read-only')
reader.close()
process.stdout.write(`${JSON.stringify({ outcomes, readOnly, wrong })}\n`)
