/** Which codings beside identity a client takes. Identity is always sent where neither exists: RFC 9110 12.5.3 allows it. */
export interface Codings {
  readonly br: boolean
  readonly gzip: boolean
}

const none: Codings = { br: false, gzip: false }
const longestKept = 100
const mostKept = 64
const kept = new Map<string, Codings>()

/** Reads Accept-Encoding (RFC 9110 12.5.3). `q=0` refuses a coding; other weights do not matter, the smallest accepted one is sent. */
export function acceptedCodings(header: string | undefined): Codings {
  if (header === undefined) return none
  const known = kept.get(header)
  if (known !== undefined) return known
  const codings = readAcceptEncoding(header)
  if (header.length <= longestKept && kept.size < mostKept) kept.set(header, codings)
  return codings
}

function readAcceptEncoding(header: string): Codings {
  const accepted = new Map<string, boolean>()
  for (const item of header.split(',')) {
    const [name = '', ...parameters] = item.split(';').map((part) => part.trim().toLowerCase())
    if (name !== '') accepted.set(name, !parameters.some(refuses))
  }
  const other = accepted.get('*') ?? false
  return { br: accepted.get('br') ?? other, gzip: accepted.get('gzip') ?? accepted.get('x-gzip') ?? other }
}

function refuses(parameter: string): boolean {
  return /^q\s*=\s*0(\.0*)?$/.test(parameter)
}
