import { Refusal } from './errors.ts'
import { suggest } from './suggest.ts'
import type { Parameter } from './target.ts'

export type ParameterName = 'briefing' | 'format' | 'date'
export type DocumentFormat = 'markdown' | 'json' | 'html'
/** What every document can be had as; a briefing also as a page. */
export type TextFormat = Exclude<DocumentFormat, 'html'>

export const textFormats = ['markdown', 'json'] as const satisfies readonly TextFormat[]
export const pageFormats = ['markdown', 'json', 'html'] as const satisfies readonly DocumentFormat[]

/** Query parameters by name; one that was not given is absent. */
export type Query = ReadonlyMap<ParameterName, string>

/**
 * The parameters of a route. One given twice is refused. One the route does not have is refused on a priced route, where a typo would be
 * paid for, and ignored on an open one.
 */
export function readParameters(given: readonly Parameter[], names: readonly ParameterName[], route: 'priced' | 'open'): Query {
  const query = new Map<ParameterName, string>()
  for (const { name, value } of given) {
    const known = names.find((each) => each === name)
    if (known === undefined) {
      if (route === 'priced') throw unknownParameter(name, names)
      continue
    }
    if (query.has(known)) {
      throw new Refusal('REPEATED_PARAMETER', `The parameter ${known} is given more than once. Give it once.`, { field: known })
    }
    query.set(known, value)
  }
  return query
}

/** The format asked for among `formats`, or null where none is. */
export function readFormat<F extends DocumentFormat>(query: Query, formats: readonly F[]): F | null {
  const text = query.get('format')
  if (text === undefined) return null
  const format = formats.find((each) => each === text)
  if (format !== undefined) return format
  throw new Refusal('INVALID_FORMAT', `There is no such format. Use ${formats.join(' or ')} here, or leave format out.`, {
    field: 'format',
    allowed: formats,
  })
}

/** The day asked for (YYYY-MM-DD), or null. `today` is the server's UTC day: no day after it can be on record. */
export function readDate(query: Query, today: string): string | null {
  const text = query.get('date')
  if (text === undefined) return null
  if (!isDay(text)) {
    throw new Refusal(
      'INVALID_DATE',
      'The parameter date is not a day. Give one that exists as YYYY-MM-DD, or leave it out for today.',
      {
        field: 'date',
      },
    )
  }
  if (text > today) {
    throw new Refusal(
      'INVALID_DATE',
      `The parameter date lies after today, ${today} (UTC). Ask for a past day, or leave it out.`,
      {
        field: 'date',
      },
    )
  }
  return text
}

function isDay(text: string): boolean {
  const [year, month, day] = (/^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? []).slice(1).map(Number)
  if (year === undefined || month === undefined || day === undefined) return false
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  return date.toISOString().slice(0, 10) === text
}

function unknownParameter(name: string, names: readonly ParameterName[]): Refusal {
  const message = `This route has no such parameter. Use ${names.join(', ')}; a misspelt one is refused so that nobody pays for it.`
  return new Refusal('UNKNOWN_PARAMETER', message, {
    field: name.slice(0, 64),
    allowed: names,
    suggestions: suggest(name, names),
  })
}
