import { briefingRows } from '../data/briefings.ts'
import { filers } from '../data/filers.ts'
import { metricRows } from '../data/metrics.ts'
import type { Format } from '../pipeline/documents/kind.ts'
import { InputError, NotFoundError } from '../pipeline/errors.ts'
import { openReader } from '../pipeline/publish/reader.ts'
import { folderBlobs } from '../pipeline/store/folder.ts'
import { homeOf } from './home-folder.ts'
import type { Settings } from './settings.ts'

const known = new Set<string>([
  ...briefingRows.map((row) => row.id),
  ...metricRows.map((row) => row.metric),
  'treasuries',
  ...filers.map((filer) => filer.ticker),
])
const formats: Readonly<Record<string, Format>> = { markdown: 'md', json: 'json', html: 'html' }

/** `briefing show ID`: the finished bytes of a briefing, metric or treasury (a ticker, or `treasuries`), as the server would give them. */
export async function show(
  settings: Settings,
  id: string,
  options: { home?: string; format: string; date?: string },
): Promise<void> {
  if (!known.has(id))
    throw new InputError('ID_UNKNOWN', `"${id}" is no briefing, metric or ticker; there are ${[...known].join(', ')}`)
  const format = formats[options.format]
  if (!format) throw new InputError('FORMAT', `"${options.format}" is no format; write markdown, json or html`)
  const quiet = { info: () => undefined, warn: () => undefined }
  const reader = await openReader(folderBlobs(homeOf(settings, options)), {
    pollMs: 1_000,
    log: quiet,
  })
  try {
    const view = reader.current()
    if (!view) throw new NotFoundError('NOTHING_PUBLISHED', 'nothing is published in this home yet; run "briefing refresh"')
    const found = options.date
      ? await view.archived(options.date, id, format)
      : ['briefing', 'metric', 'treasuries'].flatMap(
          (kind) => view.resident(`${kind}/${id === 'treasuries' ? 'list' : id}`, format) ?? [],
        )[0]
    if (!found)
      throw new NotFoundError(
        'NOT_ON_RECORD',
        `${id} is not on record${options.date ? ` for ${options.date}` : ''}; "briefing show --help" says what can be asked`,
      )
    process.stdout.write(found.plain)
  } finally {
    reader.close()
  }
}
