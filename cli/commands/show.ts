import { companyBlocks } from '../../data/companies/blocks.ts'
import { kinds } from '../../pipeline/documents/index.ts'
import { type Format, placeOf } from '../../pipeline/documents/kind.ts'
import type { EditionView } from '../../pipeline/editions/reader.ts'
import { InputError, NotFoundError } from '../../pipeline/errors.ts'
import { companyAnswer } from '../../server/companies/route.ts'
import { Refusal } from '../../server/http/errors.ts'
import type { DocumentFormat } from '../../server/http/formats.ts'
import { companyByName } from '../../server/news/company.ts'
import { declare, home } from '../command.ts'
import { dateOption } from '../day-and-time.ts'
import { currentEdition, homeOf } from '../home-folder.ts'
import { openBlobs } from '../open-blobs.ts'

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
 * (`equities.company/AAPL`, or `AAPL` where nothing else has that id), as the server would give them.
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
    const place = places.get(id)
    const view = await currentEdition(await openBlobs(settings, homeOf(settings, options)))
    const company = place === undefined ? await companyIn(view, id) : null
    if (place === undefined && company === null)
      throw unknown('ID_UNKNOWN', id, {
        kind: 'briefing, metric, ticker or company',
        names: [...places.keys()],
        shownBy: 'briefing status --all',
      })
    const { format: wanted = 'markdown', block, date } = options
    if (block !== undefined && company === null)
      throw new InputError('BLOCK', 'only a company briefing has blocks; leave out --block')
    const format = formats[wanted]
    if (!format) throw unknown('FORMAT', wanted, { kind: 'format', names: Object.keys(formats) })
    if (date !== undefined) dateOption(date)
    if (!view) throw new NotFoundError('NOTHING_PUBLISHED', 'nothing is published in this home yet; run "briefing refresh"')
    if (company !== null) {
      process.stdout.write(await companyBytes(view, company, options, wanted))
      return
    }
    const stored = date ? await view.archived(date, id, format) : view.resident(place!, format)
    if (!stored) throw new NotFoundError('NOT_ON_RECORD', notOnRecord(id, date, view.days(id)))
    process.stdout.write(stored.plain)
  },
})

/** The company of an id: what follows its prefix, or a ticker or code by itself that a list of the edition has. Null of anything else. */
async function companyIn(view: EditionView | null, id: string): Promise<string | null> {
  if (id.startsWith(companyPrefix)) return id.slice(companyPrefix.length)
  return view !== null && (await companyByName(view, id)) !== null ? id : null
}

/** That a document is not there, with the days that are. */
function notOnRecord(id: string, date: string | undefined, days: { first: string; last: string } | null): string {
  if (date === undefined) return `${id} is not published in the current edition; to see why: briefing status --all`
  if (days === null) return `${id} has no past days on record; leave out --date`
  const { first, last } = days
  return date > first && date < last
    ? `${id} is not on record for ${date}, although its records run from ${first} to ${last}; choose another --date, or omit it`
    : `${id} is not on record for ${date}; choose a --date from ${first} to ${last}, or omit it`
}

async function companyBytes(
  view: EditionView,
  company: string,
  { block = null, date = null }: Partial<Record<'block' | 'date', string | null>>,
  wanted: string,
): Promise<Uint8Array> {
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
