import { setTimeout as wait } from 'node:timers/promises'
import type { ChangeEvent } from '../../pipeline/editions/reader.ts'
import { eventText, toServedEvent } from '../../server/events/page.ts'
import { declare, home } from '../command.ts'
import { limitOption } from '../day-and-time.ts'
import { followEditions } from '../home-folder.ts'
import { readHome } from '../open-blobs.ts'

const pollMs = 500

/** `briefing events tail --limit N --follow`: the newest change events of the home, oldest first, whatever plan reads them. */
export const command = declare({
  actions: ['tail'],
  options: [home, ['--limit <count>', 'maximum number of past events', '20'], ['--follow', 'print events as they are published']],
  examples: ['events tail', 'events tail --follow', '--json events tail --limit 100'],
  guide: 'docs/operations.md',
  action: async ({ settings, global, stopping }, options) => {
    const limit = limitOption(options.limit)
    const { blobs } = await readHome(settings, options)
    const reader = await followEditions(blobs, pollMs)
    try {
      let last = 0
      const show = (newer: readonly ChangeEvent[]) => {
        for (const event of newer) process.stdout.write(`${global.json ? JSON.stringify(toServedEvent(event)) : lineOf(event)}\n`)
        last = newer.at(-1)?.cursor ?? last
      }
      show((reader.current()?.events ?? []).slice(-limit))
      if (last === 0 && !global.json) process.stdout.write('nothing has changed yet\n')
      while (options.follow && !stopping.aborted) {
        await wait(pollMs, undefined, { signal: stopping }).catch(() => {})
        show((reader.current()?.events ?? []).filter(({ cursor }) => cursor > last))
      }
    } finally {
      reader.close()
    }
  },
})

function lineOf(event: ChangeEvent): string {
  return [event.cursor, event.known_at, event.type, eventText(toServedEvent(event))].join('  ')
}
