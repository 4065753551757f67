import { isoTime } from '../../pipeline/time/day.ts'
import { signerOver } from '../../server/signing/signer.ts'
import { rotateSigningKey, signingKeys } from '../../server/state/signing-keys.ts'
import { declare, type Given, home, noState } from '../command.ts'
import { print, tableLines } from '../print.ts'
import type { Settings } from '../settings.ts'
import { withState } from './keys.ts'

const actions = ['list', 'rotate'] as const
const options = [home] as const

type SigningOptions = Given<typeof options>

/** `briefing signing list | rotate`: the keys that documents are signed with. Servers sign with a new one within a minute; older ones still verify. */
export async function signing(
  settings: Settings,
  action: (typeof actions)[number],
  options: SigningOptions,
  global: { json?: boolean },
): Promise<void> {
  await withState(settings, options.home, async (state) => {
    const now = Date.now()
    if (action === 'rotate') await rotateSigningKey(state, now)
    const keys = await signingKeys(state, now)
    const shown = await signerOver(async () => keys, Date.now).keySet()
    const rows = shown.keys.map(({ kid = '' }, at) => ({ kid, created_at: keys.at(-1 - at)!.created_at, signs: at === 0 }))
    print(
      global,
      { count: rows.length, keys: rows },
      tableLines(
        ['key', 'made', 'use'],
        rows.map(({ kid, created_at, signs }) => [kid, isoTime(created_at), signs ? 'signs' : 'verifies']),
      ),
    )
  })
}

export const command = declare({
  actions,
  options,
  examples: ['signing list', 'signing rotate'],
  unreachable: noState,
  guide: 'docs/keys.md',
  action: ({ settings, global }, options, action) => signing(settings(), action, options, global()),
})
