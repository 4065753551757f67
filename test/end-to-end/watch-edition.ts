/**
 * Verifies every hash of whatever edition is current, over and over, until its input ends; then prints one line of JSON.
 *
 *   node test/end-to-end/watch-edition.js FOLDER
 */
import { setTimeout as wait } from 'node:timers/promises'
import { folderBlobs } from '../../pipeline/store/folder.ts'
import { wholeEdition } from '../editions/documents.ts'

const blobs = folderBlobs(process.argv[2]!)
const torn: string[] = []
const editions = new Set<string>()
let checks = 0
let reading = true
process.stdin.on('end', () => {
  reading = false
})
process.stdin.resume()
process.stdout.write('ready\n')
while (reading) {
  try {
    const edition = await wholeEdition(blobs)
    if (edition) {
      editions.add(edition.manifest.edition)
      checks++
    }
  } catch (error) {
    torn.push(String(error))
  }
  await wait(100)
}
process.stdout.write(`${JSON.stringify({ checks, editions: editions.size, torn })}\n`)
