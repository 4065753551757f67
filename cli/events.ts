import { setTimeout as wait } from 'node:timers/promises'
import { type ChangeEvent, openReader } from '../pipeline/publish/reader.ts'
import { folderBlobs } from '../pipeline/store/folder.ts'
import { served, wordsFor } from '../server/events/page.ts'
import { limitOption } from './day-and-time.ts'
import { homeOf } from './home-folder.ts'
import type { Settings } from './settings.ts'
import { unknown } from './unknown.ts'

interface EventsOptions {
  readonly home?: string
  readonly limit?: string
  readonly follow?: boolean
}

const actions: readonly string[] = ['tail']
const pollMs = 500

/** `briefing events tail --limit N --follow`: the newest change events of the home, oldest first, whatever plan reads them. */
export async function events(
  settings: Settings,
  action: string,
  options: EventsOptions,
  global: { json?: boolean },
  stopping: AbortSignal,
): Promise<void> {
  if (!actions.includes(action)) throw unknown('ACTION', action, { kind: 'action', names: actions })
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
