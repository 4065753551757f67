/**
 * Reads whatever edition is current, over and over, the long way and through the reader, and checks every byte. Prints a line
 * after each round, and one of JSON when its standard input ends.
 *
 *   node test/editions/read-loop.js FOLDER
 */
import { setTimeout as wait } from 'node:timers/promises'
import { openReader } from '../../pipeline/editions/reader.ts'
import { folderBlobs } from '../../pipeline/store/folder.ts'
import { hashOf, wholeEdition } from './documents.ts'
import { documentCount, versionOf } from './kill.ts'

const blobs = folderBlobs(process.argv[2]!)
const torn: string[] = []
const warn = (message: string, facts?: Record<string, unknown>) => void torn.push(`${message} ${JSON.stringify(facts)}`)
const reader = await openReader(blobs, { pollMs: 20, log: { info: () => undefined, warn } })
let checks = 0
let newest = 0
const editions = new Set<string>()
let reading = true
process.stdin.on('end', () => {
  reading = false
})
process.stdin.resume()
process.stdout.write('ready\n')

function check(bytes: Iterable<Buffer>, edition: string): number {
  const versions = new Set([...bytes].map(versionOf))
  if (versions.size !== 1) torn.push(`edition ${edition} mixes versions ${[...versions].join(', ')}`)
  return Math.max(...versions)
}

while (reading) {
  try {
    const edition = await wholeEdition(blobs)
    if (edition) {
      if (edition.bytes.size !== documentCount)
        torn.push(`edition ${edition.manifest.edition} has ${edition.bytes.size} documents`)
      const version = check(edition.bytes.values(), edition.manifest.edition)
      if (version < newest) torn.push(`went back from version ${newest} to ${version}`)
      newest = version
      editions.add(edition.manifest.edition)
      checks++
    }
    const view = reader.current()
    if (view) {
      const held = [...view.entries.keys()].map((place) => view.resident(place, 'md')!)
      for (const { hash, plain } of held) if (hashOf(plain) !== hash) torn.push(`the reader holds other bytes than ${hash}`)
      check(
        held.map(({ plain }) => plain),
        view.manifest.edition,
      )
    }
  } catch (error) {
    torn.push(String(error))
  }
  process.stdout.write('read\n')
  await wait(60)
}
reader.close()
process.stdout.write(`${JSON.stringify({ checks, editions: editions.size, torn })}\n`)
