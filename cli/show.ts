import { kinds } from '../pipeline/documents/index.ts'
import { type Format, placeOf } from '../pipeline/documents/kind.ts'
import { NotFoundError } from '../pipeline/errors.ts'
import { openReader } from '../pipeline/publish/reader.ts'
import { folderBlobs } from '../pipeline/store/folder.ts'
import { homeOf } from './home-folder.ts'
import type { Settings } from './settings.ts'
import { unknown } from './unknown.ts'

/** The place of every document by what it is asked for: its id, and for a kind with one document the name of its folder. */
const places = new Map(
  kinds
    .filter(({ route }) => route !== null)
    .flatMap((kind) =>
      [...kind.rows(false), ...kind.rows(true)].map(({ id }) => [kind.only === undefined ? id : kind.folder, placeOf(kind, id)]),
    ),
)
const formats: Readonly<Record<string, Format>> = { markdown: 'md', json: 'json', html: 'html' }

/** `briefing show ID`: the finished bytes of a briefing, metric or treasury (a ticker, or `treasuries`), as the server would give them. */
export async function show(
  settings: Settings,
  id: string,
  options: { home?: string; format: string; date?: string },
): Promise<void> {
  const place = places.get(id)
  if (place === undefined)
    throw unknown('ID_UNKNOWN', id, {
      kind: 'briefing, metric or ticker',
      names: [...places.keys()],
      shownBy: 'briefing status --all',
    })
  const format = formats[options.format]
  if (!format) throw unknown('FORMAT', options.format, { kind: 'format', names: Object.keys(formats) })
  const quiet = { info: () => undefined, warn: () => undefined }
  const reader = await openReader(folderBlobs(homeOf(settings, options)), { pollMs: 1_000, log: quiet })
  try {
    const view = reader.current()
    if (!view) throw new NotFoundError('NOTHING_PUBLISHED', 'nothing is published in this home yet; run "briefing refresh"')
    const stored = options.date ? await view.archived(options.date, id, format) : view.resident(place, format)
    if (!stored)
      throw new NotFoundError(
        'NOT_ON_RECORD',
        `${id} is not on record${options.date ? ` for ${options.date}` : ''}; for the options: briefing show --help`,
      )
    process.stdout.write(stored.plain)
  } finally {
    reader.close()
  }
}
