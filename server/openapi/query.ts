import { Refusal, wrong } from '../http/errors.ts'
import { type AnyFormat, type DocumentPart, documentParts } from '../http/formats.ts'
import { loggedValue } from '../http/hide-secrets.ts'
import { suggest } from '../http/suggest.ts'
import type { TargetParameter } from '../http/target.ts'
import type { Operation } from './operation.ts'
import { queryParameters } from './operations.ts'

/** Query parameters by name; one that was not given is absent. */
export type Query = ReadonlyMap<string, string>

/**
 * The query of an operation. A parameter given twice is refused. One the operation does not have is refused where it is priced or counted,
 * for a typo would be paid for, and ignored where it is open.
 */
export function readParameters(given: readonly TargetParameter[], operation: Operation): Query {
  const names = queryParameters(operation)
  const query = new Map<string, string>()
  for (const { name, value } of given) {
    const known = names.find((each) => each === name)
    if (known === undefined) {
      if (operation.price !== null || operation.credential === 'key') throw unknownParameter(name, names)
      continue
    }
    const message = `The parameter ${known} is given more than once. Send it only once.`
    if (query.has(known)) throw new Refusal('REPEATED_PARAMETER', message, { field: known })
    query.set(known, value)
  }
  return query
}

/** What a parameter names among the words there are, null where it is left out; throws what `refuse` makes of any other. */
export function readEnumParameter<Word extends string>(
  query: Query,
  field: string,
  words: readonly Word[],
  refuse: (text: string) => Refusal,
): Word | null {
  const text = query.get(field)
  if (text === undefined) return null
  const word = words.find((each) => each === text)
  if (word === undefined) throw refuse(text)
  return word
}

/** The whole number that a parameter is, null where it is left out. Throws 400 INVALID_REQUEST; `named`: how its message names the parameter. */
export function readIntegerParameter(
  query: Query,
  field: string,
  least: number,
  most: number,
  named = `The ${field}`,
): number | null {
  const text = query.get(field)
  if (text === undefined) return null
  const number = /^\d{1,3}$/.test(text) ? Number(text) : Number.NaN
  if (number >= least && number <= most) return number
  throw wrong(field, `${named} must be a whole number from ${least} to ${most}.`, {
    hint: `Set ${field} to a whole number from ${least} to ${most}, or omit it.`,
  })
}

/** The format asked for among `formats`, or null where none is. */
export function readFormat<F extends AnyFormat>(query: Query, formats: readonly F[]): F | null {
  const message = `Unsupported format. Use ${formats.join(' or ')} here, or omit format.`
  const refusal = () => new Refusal('INVALID_FORMAT', message, { field: 'format', allowed: formats })
  return readEnumParameter(query, 'format', formats, refusal)
}

/** The part of a document asked for, or null for the whole. */
export function readPart(query: Query): DocumentPart | null {
  const message = `There is no such part. Use ${documentParts.join(' or ')}, or leave part out for the whole document.`
  const refusal = () => new Refusal('INVALID_PART', message, { field: 'part', allowed: documentParts })
  return readEnumParameter(query, 'part', documentParts, refusal)
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
  if (!isDay(text))
    throw invalidDate(field, `The ${field} parameter is not a valid day. Write it as YYYY-MM-DD, or omit it for ${otherwise}.`)
  if (text > today)
    throw invalidDate(field, `The ${field} parameter is later than today, ${today} (UTC). Ask for a past day, or omit it.`)
  return text
}

/** 400 INVALID_DATE: what is wrong with a day, and the next step if it is not that of every such error. */
export function invalidDate(field: string, message: string, hint?: string): Refusal {
  return new Refusal('INVALID_DATE', message, { field, ...(hint !== undefined && { hint }) })
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
