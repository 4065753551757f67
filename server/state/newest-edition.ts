import { createHash } from 'node:crypto'
import type { AdoptedSequence } from '../../pipeline/editions/reader.ts'
import { openState, type State } from './open.ts'
import { addRow, changeRows, findRow } from './rows.ts'

/**
 * Keeps the sequence of the newest edition that was served from a store in the state that its servers share, so that after a restart none of
 * them serves an older one by accident. It opens the state for each look, since editions are adopted minutes apart and the server's own
 * connections may not be there yet.
 *
 * @param place as that of `openState`
 * @param store names the store of the editions
 */
export function adoptedSequenceStore(place: string, store: string): AdoptedSequence {
  const name = `edition ${createHash('sha256').update(store).digest('hex').slice(0, 16)}` as const
  const within = async <Result>(work: (state: State) => Promise<Result>): Promise<Result> => {
    const state = await openState(place)
    try {
      return await work(state)
    } finally {
      await state.close()
    }
  }
  return {
    read: () => within(async ({ db }) => (await findRow(db, 'revision', { name }))?.value ?? null),
    write: (sequence, instead) =>
      within(async ({ db }) => {
        // of two servers that adopt at the same time the first one writes; the other finds its row at the next edition
        if (instead === null) await addRow(db, 'revision', { name, value: sequence })
        else await changeRows(db, 'revision', { name, value: instead }, { value: sequence })
      }),
  }
}
