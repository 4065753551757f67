import { placeOf } from '../../pipeline/documents/kind.ts'
import { recordKind } from '../../pipeline/documents/record.ts'
import { currentManifest } from '../../pipeline/editions/on-record.ts'
import { verifyStakes } from '../../pipeline/editions/stakes.ts'
import { NotFoundError } from '../../pipeline/errors.ts'
import type { Blobs } from '../../pipeline/store/blobs.ts'
import { declare, home, noHomeText } from '../command.ts'
import { exits } from '../exit.ts'
import { currentEdition, homeOf } from '../home-folder.ts'
import { openBlobs } from '../open-blobs.ts'
import { print } from '../print.ts'

/** `briefing record`: the forward record of the edition that stands, as `/api/record` gives it. */
async function showRecord(blobs: Blobs, { json }: { json?: boolean }): Promise<void> {
  const view = await currentEdition(blobs)
  const stored = view?.resident(placeOf(recordKind, ''), json ? 'json' : 'md')
  if (!stored) throw new NotFoundError('NOT_PUBLISHED', 'no edition of this home has a record yet; run "briefing refresh"')
  process.stdout.write(stored.plain)
}

/** `briefing record verify [SEGMENT]`: reads the ledger of stakes from its newest segment to its first; exit code 2 where it is not whole. */
async function verify(blobs: Blobs, noted: string | undefined, global: { json?: boolean }): Promise<void> {
  const newest = (await currentManifest(blobs))?.stakes
  const verified = await verifyStakes(blobs, newest, noted ?? null)
  const { segments, stakes, grades, faults } = verified
  const counts = `${segments} segments, ${stakes} stakes, ${grades} grades`
  const lines = faults.length > 0 ? [...faults, 'restore artifacts/ from a backup'] : [`${counts}: the chain is whole`]
  print(global, { newest: newest ?? null, ...verified }, [
    ...lines,
    ...(newest === undefined ? [] : [`newest segment ${newest}`]),
  ])
  process.exitCode = faults.length > 0 ? exits.dataTrouble : exits.fine
}

export const command = declare({
  actions: ['show', 'verify'],
  usual: 'show',
  args: [['[segment]', 'verify: a newest segment noted earlier, which must still be on the chain']],
  options: [home],
  examples: ['record', 'record verify', 'record verify 5d41402abc4b2a76b9719d911017c592ae6b3e1c9f0d8a7e2b4c6f1a3d5e7f90'],
  trouble: `a segment is missing or altered, a stake or grade is doubled, or ${noHomeText}`,
  guide: 'docs/methodology.md',
  action: async ({ settings, global }, options, action, segment) => {
    const blobs = await openBlobs(settings, homeOf(settings, options))
    return action === 'show' ? showRecord(blobs, global) : verify(blobs, segment, global)
  },
})
