import { isoTime } from '../../pipeline/time/day.ts'
import { openSigner } from '../../server/signing/signer.ts'
import { documentSigningKeys, rotateSigningKey } from '../../server/state/signing-keys.ts'
import { declare, home, noStateText } from '../command.ts'
import { print, tableLines } from '../print.ts'
import { withStateStore } from './keys.ts'

/** `briefing signing list | rotate`: the keys that documents are signed with. Servers sign with a new one within a minute; older ones still verify. */
export const command = declare({
  actions: ['list', 'rotate'],
  options: [home],
  examples: ['signing list', 'signing rotate'],
  unreachable: noStateText,
  guide: 'docs/keys.md',
  action: async ({ settings, global }, options, action) => {
    await withStateStore(settings, options.home, async (state) => {
      const now = Date.now()
      if (action === 'rotate') await rotateSigningKey(state, now)
      const keys = await documentSigningKeys(state, now)
      const shown = await openSigner(async () => keys, Date.now).keySet()
      const rows = shown.keys.map(({ kid = '' }, at) => ({ kid, created_at: keys.at(-1 - at)!.created_at, signs: at === 0 }))
      const cells = rows.map(({ kid, created_at, signs }) => [kid, isoTime(created_at), signs ? 'signs' : 'verifies'])
      print(global, { count: rows.length, keys: rows }, tableLines(['key', 'made', 'use'], cells))
    })
  },
})
