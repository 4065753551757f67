import { Refusal } from '../http/errors.ts'
import { type AnyFormat, type DocumentPart, parts } from '../http/formats.ts'
import { loggedValue } from '../http/hide-secrets.ts'
import { suggest } from '../http/suggest.ts'
import type { Parameter } from '../http/target.ts'
import type { Operation } from './operation.ts'
import { queryParameters } from './operations.ts'

/** Query parameters by name; one that was not given is absent. */
export type Query = ReadonlyMap<string, string>

/**
 * The query of an operation. A parameter given twice is refused. One the operation does not have is refused where it is priced or counted,
 * for a typo would be paid for, and ignored where it is open.
 */
export function readParameters(given: readonly Parameter[], operation: Operation): Query {
  const names = queryParameters(operation)
  const query = new Map<string, string>()
  for (const { name, value } of given) {
    const known = names.find((each) => each === name)
    if (known === undefined) {
      if (operation.price !== null || operation.credential === 'key') throw unknownParameter(name, names)
      continue
    }
    if (query.has(known)) {
      throw new Refusal('REPEATED_PARAMETER', `The parameter ${known} is given more than once. Send it only once.`, {
        field: known,
      })
    }
    query.set(known, value)
  }
  return query
}

/** The format asked for among `formats`, or null where none is. */
export function readFormat<F extends AnyFormat>(query: Query, formats: readonly F[]): F | null {
  const text = query.get('format')
  if (text === undefined) return null
  const format = formats.find((each) => each === text)
  if (format !== undefined) return format
  throw new Refusal('INVALID_FORMAT', `Unsupported format. Use ${formats.join(' or ')} here, or omit format.`, {
    field: 'format',
    allowed: formats,
  })
}

/** The part of a document asked for, or null for the whole. */
export function readPart(query: Query): DocumentPart | null {
  const text = query.get('part')
  if (text === undefined) return null
  const part = parts.find((each) => each === text)
  if (part !== undefined) return part
  throw new Refusal(
    'INVALID_PART',
    `There is no such part. Use ${parts.join(' or ')}, or leave part out for the whole document.`,
    {
      field: 'part',
      allowed: parts,
    },
  )
}

/** The members of its JSON that a document is asked for, each once, in order; null for the whole document. */
export function readFields(query: Query): readonly string[] | null {
  const text = query.get('fields')
  return text === undefined ? null : [...new Set(text.split(','))].sort()
}

/**
 * The day (YYYY-MM-DD) a parameter names, or null. `today` is the server's UTC day: no day after it can be on record. `otherwise`: what is
 * sent where the parameter is left out.
 */
export function readDay(query: Query, field: string, today: string, otherwise: string): string | null {
  const text = query.get(field)
  if (text === undefined) return null
  if (!isDay(text)) {
    const message = `The ${field} parameter is not a valid day. Write it as YYYY-MM-DD, or omit it for ${otherwise}.`
    throw new Refusal('INVALID_DATE', message, { field })
  }
  if (text > today) {
    const message = `The ${field} parameter is later than today, ${today} (UTC). Ask for a past day, or omit it.`
    throw new Refusal('INVALID_DATE', message, { field })
  }
  return text
}

/** A day that exists, as YYYY-MM-DD. */
export function isDay(text: string): boolean {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(text) : Number.NaN
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}

function unknownParameter(name: string, names: readonly string[]): Refusal {
  const suggestions = suggest(name, names)
  const [first] = suggestions
  const use =
    names.length === 0
      ? 'It takes no parameters.'
      : first === undefined
        ? `Use ${new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(names)}, or omit it.`
        : `Did you mean ${first}?`
  const message = `This route has no such parameter and rejects it so that nobody pays for a typo. ${use}`
  return new Refusal('UNKNOWN_PARAMETER', message, { field: loggedValue(name), allowed: names, suggestions })
}
