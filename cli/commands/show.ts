import { companyBlocks } from '../../data/companies/blocks.ts'
import { kinds } from '../../pipeline/documents/index.ts'
import { type Format, placeOf } from '../../pipeline/documents/kind.ts'
import type { EditionView } from '../../pipeline/editions/reader.ts'
import { InputError, NotFoundError } from '../../pipeline/errors.ts'
import { companyAnswer } from '../../server/companies/route.ts'
import { Refusal } from '../../server/http/errors.ts'
import type { DocumentFormat } from '../../server/http/formats.ts'
import { declare, home } from '../command.ts'
import { dateOption } from '../day-and-time.ts'
import { currentEdition, homeOf } from '../home-folder.ts'

import { unknown } from '../unknown.ts'

/** The place of every document by what it is asked for: its id, and for a kind with one document the name of its folder. */
const places = new Map(
  kinds
    .filter(({ route }) => route !== null)
    .flatMap((kind) =>
      [...kind.rows(false), ...kind.rows(true)].map(({ id }) => [kind.only === undefined ? id : kind.folder, placeOf(kind, id)]),
    ),
)
const formats: Readonly<Record<string, Format>> = { markdown: 'md', json: 'json', html: 'html' }

const companyPrefix = 'equities.company/'

/**
 * `briefing show ID`: the finished bytes of a briefing, metric or treasury (a ticker, or `treasuries`), or of a company
 * (`equities.company/AAPL`), as the server would give them.
 */
export const command = declare({
  args: [['<id>', 'such as btc.quick-check, bitcoin-price or equities.company/AAPL']],
  options: [
    home,
    ['--format <format>', 'markdown, json or html', 'markdown'],
    ['--date <day>', 'a past day of a briefing, or of the numbers of a company (default: the current edition)'],
    ['--block <block>', 'one block of a company briefing (default: the whole)'],
  ],
  examples: [
    'show btc.quick-check',
    'show vix --format json',
    'show macro.snapshot --date 2026-07-23',
    'show equities.company/AAPL --block numbers',
  ],
  trouble: 'not on record',
  action: async ({ settings }, options, id) => {
    const isCompany = id.startsWith(companyPrefix)
    const place = places.get(id)
    if (place === undefined && !isCompany)
      throw unknown('ID_UNKNOWN', id, {
        kind: 'briefing, metric or ticker',
        names: [...places.keys()],
        shownBy: 'briefing status --all',
      })
    const { format: wanted = 'markdown', block } = options
    if (block !== undefined && !isCompany) throw new InputError('BLOCK', 'only a company briefing has blocks; leave out --block')
    const format = formats[wanted]
    if (!format) throw unknown('FORMAT', wanted, { kind: 'format', names: Object.keys(formats) })
    const view = await currentEdition(homeOf(settings, options))
    if (!view) throw new NotFoundError('NOTHING_PUBLISHED', 'nothing is published in this home yet; run "briefing refresh"')
    if (place === undefined) {
      process.stdout.write(await companyBytes(view, id, options, wanted))
      return
    }
    const stored = options.date ? await view.archived(options.date, id, format) : view.resident(place, format)
    const of = options.date ? ` for ${options.date}` : ''
    if (!stored) throw new NotFoundError('NOT_ON_RECORD', `${id} is not on record${of}; for the options: briefing show --help`)
    process.stdout.write(stored.plain)
  },
})

async function companyBytes(
  view: EditionView,
  id: string,
  { block = null, date = null }: Partial<Record<'block' | 'date', string | null>>,
  wanted: string,
): Promise<Uint8Array> {
  const company = id.slice(companyPrefix.length)
  if (date !== null) dateOption(date)
  try {
    const { edition } = view.manifest
    const { text } = await companyAnswer({ view, edition }, { company, block, date }, wanted as DocumentFormat)
    return text.plain.body
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const { suggestions = [], field } = error.facts
    if (field === 'block' && error.code === 'NOT_FOUND')
      throw unknown('BLOCK', String(block), { kind: 'block', names: companyBlocks.map((row) => row.block) })
    const meant = suggestions.length === 0 ? '' : ` Did you mean ${suggestions.join(' or ')}?`
    const Failure = error.status === 400 ? InputError : NotFoundError
    throw new Failure(error.code, `${error.message.replace(' Nothing is charged.', '')}${meant}`)
  }
}
