/**
 * Publishes editions of 33 documents and 3 stakes, all of one version, into the folder it is given until it is killed; prunes now and then. Prints the
 * version of each publish that resolved: from then on it must be there.
 *
 *   node test/editions/publish-loop.js FOLDER FIRST_VERSION
 */
import { writeSync } from 'node:fs'
import { prune } from '../../pipeline/editions/prune.ts'
import { publish } from '../../pipeline/editions/publish.ts'
import { folderBlobs } from '../../pipeline/store/folder.ts'
import { artifact, publication } from './documents.ts'
import { documentCount, stakesIn } from './kill.ts'
import { entriesOf } from './staking.ts'

const [, , folder, first] = process.argv
const blobs = folderBlobs(folder!)
const now = () => new Date().toISOString()
writeSync(1, 'ready\n')
for (let version = Number(first); ; version++) {
  const documents = Array.from({ length: documentCount }, (_, index) => {
    const { formats, ...rest } = artifact(index % 3 === 0 ? `metric/m${index}` : `briefing/b${index}`, `v${version}`)
    return { ...rest, formats: { md: formats.md! } }
  })
  // the stakes of the previous version come again, as from a run that was killed before it knew them
  const entries = entriesOf([...stakesIn(version - 1), ...stakesIn(version)], stakesIn(version - 1))
  await publish(blobs, publication(documents, { publishedAt: now(), entries }))
  writeSync(1, `${version}\n`)
  if (version % 10 === 0) {
    await prune(blobs, { keepEditions: 5, keepMs: 3_000, now: Date.now() })
    await blobs.removeUnfinished(Date.now() - 3_000)
  }
}
