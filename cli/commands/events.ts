import { setTimeout as wait } from 'node:timers/promises'
import { type ChangeEvent, openReader } from '../../pipeline/editions/reader.ts'
import { folderBlobs } from '../../pipeline/source/store/folder.ts'
import { served, wordsFor } from '../../server/events/page.ts'
import { declare, type Given, home } from '../command.ts'
import { limitOption } from '../day-and-time.ts'
import { homeOf } from '../home-folder.ts'
import type { Settings } from '../settings.ts'

const actions = ['tail'] as const
const options = [
  home,
  ['--limit <count>', 'maximum number of past events', '20'],
  ['--follow', 'print events as they are published'],
] as const

type EventsOptions = Given<typeof options>

const pollMs = 500

/** `briefing events tail --limit N --follow`: the newest change events of the home, oldest first, whatever plan reads them. */
export async function events(
  settings: Settings,
  options: EventsOptions,
  global: { json?: boolean },
  stopping: AbortSignal,
): Promise<void> {
  const limit = limitOption(options.limit)
  const quiet = { info: () => undefined, warn: () => undefined }
  const reader = await openReader(folderBlobs(homeOf(settings, options)), { pollMs, log: quiet })
  try {
    let last = 0
    const show = (newer: readonly ChangeEvent[]) => {
      for (const event of newer) process.stdout.write(`${global.json ? JSON.stringify(served(event)) : lineOf(event)}\n`)
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
}

function lineOf(event: ChangeEvent): string {
  return [event.cursor, event.known_at, event.type, wordsFor(served(event))].join('  ')
}

export const command = declare({
  actions,
  options,
  examples: ['events tail', 'events tail --follow', '--json events tail --limit 100'],
  guide: 'docs/operations.md',
  action: ({ settings, global, stopping }, options) => events(settings(), options, global(), stopping()),
})
