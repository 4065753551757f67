import { Refusal } from './errors.ts'

export interface TargetParameter {
  readonly name: string
  readonly value: string
}

/** A request target in origin form. `path` is as sent, its percent escapes checked but left in place; the query is decoded, in order. */
export interface RequestTarget {
  readonly path: string
  readonly query: readonly TargetParameter[]
}

/** Long enough for 200 company addresses in a query. */
const longestTarget = 8_192

/** A target in absolute form (RFC 9112 3.2.2), as clients write it that take this server for their proxy. */
interface AbsoluteForm {
  /** Host and port: they replace the header Host. */
  readonly host: string
  /** The same target in origin form; of OPTIONS without a path the asterisk form. */
  readonly target: string
}

const absolute = /^https?:\/\/((?:\[[0-9a-f:.]+\]|[\w.~-]+)(?::\d{0,5})?)(?=[/?]|$)/i

/** The parts of a target in absolute form; null for another form, or where a URL of this scheme cannot have such a host or port. */
export function absoluteForm(raw: string, method: string | undefined): AbsoluteForm | null {
  const [start, host] = absolute.exec(raw) ?? []
  if (start === undefined || host === undefined) return null
  const rest = raw.slice(start.length)
  if (rest === '' && method === 'OPTIONS') return { host, target: '*' }
  return { host, target: rest.startsWith('/') ? rest : `/${rest}` }
}

/** Reads a raw request target (RFC 9112 3.2.1). Refuses what is not an origin form of printable ASCII with whole UTF-8 percent escapes. */
export function readTarget(raw: string): RequestTarget {
  if (raw.length > longestTarget) {
    throw new Refusal('URI_TOO_LONG', `The request target is longer than ${longestTarget} characters. Shorten the query.`)
  }
  if (!raw.startsWith('/')) throw malformed('does not start with a slash')
  if (!/^[\x21-\x7e]*$/.test(raw)) throw malformed('has a character that must be percent-encoded')
  if (raw.includes('#')) throw malformed('has a fragment, which is for the client alone')
  const mark = raw.indexOf('?')
  const path = mark === -1 ? raw : raw.slice(0, mark)
  if (decoded(path).includes('\0')) throw malformed('has a NUL character')
  return { path, query: mark === -1 ? [] : readQuery(raw.slice(mark + 1)) }
}

function readQuery(text: string): TargetParameter[] {
  const parameters: TargetParameter[] = []
  for (const piece of text.split('&')) {
    if (piece === '') continue
    const mark = piece.indexOf('=')
    const [name, value] = mark === -1 ? [piece, ''] : [piece.slice(0, mark), piece.slice(mark + 1)]
    parameters.push({ name: decoded(name.replaceAll('+', ' ')), value: decoded(value.replaceAll('+', ' ')) })
  }
  return parameters
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw malformed('has a percent escape that is not UTF-8')
  }
}

function malformed(how: string): Refusal {
  return new Refusal('INVALID_REQUEST', `The request target ${how}. Ask for a path of this server, such as /api/briefings.`)
}
