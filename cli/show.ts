import { kinds } from '../pipeline/documents/index.ts'
import { type Format, placeOf } from '../pipeline/documents/kind.ts'
import { NotFoundError } from '../pipeline/errors.ts'
import { openReader } from '../pipeline/publish/reader.ts'
import { folderBlobs } from '../pipeline/store/folder.ts'
import { declare, type Given, home } from './command.ts'
import { homeOf } from './home-folder.ts'
import type { Settings } from './settings.ts'
import { unknown } from './unknown.ts'

const options = [
  home,
  ['--format <format>', 'markdown, json or html', 'markdown'],
  ['--date <day>', 'a past day of a briefing (default: the current edition)'],
] as const

type Options = Given<typeof options>

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
export async function show(settings: Settings, id: string, options: Options): Promise<void> {
  const place = places.get(id)
  if (place === undefined)
    throw unknown('ID_UNKNOWN', id, {
      kind: 'briefing, metric or ticker',
      names: [...places.keys()],
      shownBy: 'briefing status --all',
    })
  const { format: wanted = 'markdown' } = options
  const format = formats[wanted]
  if (!format) throw unknown('FORMAT', wanted, { kind: 'format', names: Object.keys(formats) })
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

export const command = declare({
  args: [['<id>', 'such as btc.quick-check or bitcoin-price']],
  options,
  examples: ['show btc.quick-check', 'show vix --format json', 'show macro.snapshot --date 2026-07-23'],
  trouble: 'not on record',
  action: ({ settings }, options, id) => show(settings(), id, options),
})
