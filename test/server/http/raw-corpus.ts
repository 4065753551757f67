import { errorOf, type RawAnswer, raw } from '../fixture.ts'

const crlf = '\r\n'
const head = (line: string, ...headers: string[]) => [line, 'Host: example.test', ...headers, '', ''].join(crlf)
const get = (target: string, ...headers: string[]) => head(`GET ${target} HTTP/1.1`, ...headers)
const many = (count: number, line: (at: number) => string) => Array.from({ length: count }, (_, at) => line(at))

/** What else an answer to a hostile request may be, beside a 4xx: nothing but a closed connection, or a plain success. */
export interface HostileCase {
  readonly name: string
  readonly bytes: string | Buffer
  /** Statuses allowed; `closed` is a connection closed without an answer. */
  readonly expect: readonly (number | 'closed')[]
}

/** Requests no well-meaning client sends. Each must be refused or answered like any other, and leave nothing open. */
export const hostile: readonly HostileCase[] = [
  { name: 'nothing at all', bytes: '', expect: ['closed'] },
  { name: 'a line of noise', bytes: 'noise\r\n\r\n', expect: [400] },
  {
    name: 'random bytes',
    bytes: Buffer.from(many(200, (at) => String.fromCharCode((at * 151) % 256)).join(''), 'latin1'),
    expect: [400],
  },
  { name: 'a TLS client hello', bytes: Buffer.from('160301002f0100002b0303', 'hex'), expect: [400] },
  { name: 'the HTTP/2 preface', bytes: 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', expect: [400] },
  { name: 'HTTP/0.9', bytes: 'GET /api/btc\r\n\r\n', expect: [400] },
  { name: 'version 9.9', bytes: head('GET /api/btc HTTP/9.9'), expect: [400] },
  { name: 'half a head', bytes: 'GET /api/btc HTTP/1.1\r\nHost: exam', expect: [400] },
  { name: 'a method nobody has', bytes: head('BREW /api/btc HTTP/1.1'), expect: [400, 405] },
  { name: 'a method in lower case', bytes: head('get /api/btc HTTP/1.1'), expect: [400, 405] },
  { name: 'TRACE', bytes: head('TRACE /api/btc HTTP/1.1'), expect: [405] },
  { name: 'CONNECT', bytes: 'CONNECT example.test:443 HTTP/1.1\r\nHost: example.test:443\r\n\r\n', expect: [405] },
  { name: 'OPTIONS *', bytes: head('OPTIONS * HTTP/1.1'), expect: [204] },
  { name: 'GET *', bytes: get('*'), expect: [400] },
  { name: 'PROPFIND', bytes: head('PROPFIND /api/btc HTTP/1.1'), expect: [405] },
  { name: 'absolute form', bytes: get('http://example.test/api/btc'), expect: [400] },
  { name: 'absolute form, broken address', bytes: get('http://[::1/api/btc'), expect: [400] },
  { name: 'absolute form with a password', bytes: get('http://user:secret@example.test/'), expect: [400] },
  { name: 'two slashes', bytes: get('//example.test/api/btc'), expect: [404] },
  { name: 'dots up', bytes: get('/api/../../../../etc/passwd'), expect: [404] },
  { name: 'encoded dots up', bytes: get('/api/metrics/%2e%2e%2f%2e%2e%2fetc%2fpasswd'), expect: [404] },
  { name: 'a lone percent', bytes: get('/api/metrics/%'), expect: [400] },
  { name: 'a bad escape', bytes: get('/api/metrics/%zz'), expect: [400] },
  { name: 'an overlong UTF-8 escape', bytes: get('/api/metrics/%c0%af'), expect: [400] },
  { name: 'a bad escape in the query', bytes: get('/api/context?briefing=%e0%a4'), expect: [400] },
  { name: 'an encoded NUL', bytes: get('/api/metrics/vix%00'), expect: [400] },
  { name: 'a NUL in the target', bytes: get('/api/btc\0'), expect: [400] },
  { name: 'a NUL in a header', bytes: get('/api/btc', 'X-Test: a\0b'), expect: [400] },
  { name: 'a raw byte over 127 in the target', bytes: Buffer.from(get('/api/b\u00fctc'), 'latin1'), expect: [400] },
  { name: 'a blank in the target', bytes: get('/api/btc and more'), expect: [400] },
  { name: 'a fragment', bytes: get('/api/btc#top'), expect: [400] },
  { name: 'a header cut off by a line feed', bytes: 'GET /api/btc HTTP/1.1\nHost: example.test\n\n', expect: [200, 400] },
  { name: 'a header without a name', bytes: get('/api/btc', ': empty'), expect: [400] },
  { name: 'a blank before the colon', bytes: get('/api/btc', 'X-Test : a'), expect: [400] },
  { name: 'a folded header', bytes: get('/api/btc', 'X-Test: a\r\n b'), expect: [200, 400] },
  { name: 'no Host', bytes: 'GET /api/btc HTTP/1.1\r\n\r\n', expect: [400] },
  ...['/', '/api/btc', '/api/btc?format=json', '/api/briefings', '/api/mcp', '/nowhere'].flatMap((path) => [
    { name: `two Hosts at ${path}`, bytes: `GET ${path} HTTP/1.1\r\nHost: a.test\r\nHost: b.test\r\n\r\n`, expect: [400] },
    ...['0.9', '2.0', '1.2', '3.0'].map((version) => ({
      name: `HTTP/${version} at ${path}`,
      bytes: `GET ${path} HTTP/${version}\r\nHost: a.test\r\n\r\n`,
      expect: [400],
    })),
  ]),
  {
    name: 'a preflight with two Hosts',
    bytes:
      'OPTIONS /api/btc HTTP/1.1\r\nHost: a.test\r\nHost: b.test\r\nOrigin: https://a.test\r\nAccess-Control-Request-Method: GET\r\n\r\n',
    expect: [400],
  },
  { name: 'no Host on HTTP/1.0', bytes: 'GET /api/btc HTTP/1.0\r\n\r\n', expect: [200] },
  { name: 'a target of 20 KB', bytes: get(`/api/btc?${'a'.repeat(20_000)}`), expect: [414, 431] },
  { name: 'a target of 10 KB', bytes: get(`/api/btc?${'a'.repeat(10_000)}`), expect: [414] },
  { name: 'a header of 20 KB', bytes: get('/api/btc', `X-Test: ${'a'.repeat(20_000)}`), expect: [431] },
  { name: '3,000 headers', bytes: get('/api/btc', ...many(3_000, (at) => `X-${at}: 1`)), expect: [200, 431] },
  {
    name: 'length and chunks at once',
    bytes: `${head('POST /api/btc HTTP/1.1', 'Content-Length: 4', 'Transfer-Encoding: chunked')}0\r\n\r\n`,
    expect: [400],
  },
  {
    name: 'two lengths',
    bytes: `${head('POST /api/btc HTTP/1.1', 'Content-Length: 4', 'Content-Length: 5')}abcd`,
    expect: [400],
  },
  { name: 'a negative length', bytes: head('POST /api/btc HTTP/1.1', 'Content-Length: -1'), expect: [400] },
  { name: 'an endless length', bytes: head('POST /api/btc HTTP/1.1', 'Content-Length: 99999999999999999999999'), expect: [400] },
  { name: 'a body that never comes', bytes: head('POST /api/btc HTTP/1.1', 'Content-Length: 1000'), expect: [405] },
  {
    name: 'a bad chunk',
    bytes: `${head('POST /api/btc HTTP/1.1', 'Transfer-Encoding: chunked')}zz\r\nabc\r\n`,
    expect: [400, 405],
  },
  { name: 'an unknown transfer coding', bytes: head('POST /api/btc HTTP/1.1', 'Transfer-Encoding: gzip'), expect: [400, 405] },
  {
    name: 'a body that is no gzip',
    bytes: `${head('POST /api/btc HTTP/1.1', 'Content-Encoding: gzip', 'Content-Length: 4')}abcd`,
    expect: [405],
  },
  { name: 'a body on GET', bytes: `${get('/api/btc', 'Content-Length: 4')}abcd`, expect: [200] },
  { name: 'an expectation', bytes: get('/api/btc', 'Expect: 200-maybe'), expect: [417] },
  { name: 'an upgrade', bytes: get('/api/btc', 'Connection: Upgrade', 'Upgrade: websocket'), expect: [200] },
  { name: 'repeated parameters', bytes: get('/api/btc?format=json&format=json'), expect: [400] },
  { name: '__proto__ as a parameter', bytes: get('/api/btc?__proto__=1'), expect: [400] },
  {
    name: '__proto__ as a nested parameter',
    bytes: get('/api/btc?__proto__[format]=json&constructor[prototype][x]=1'),
    expect: [400],
  },
  { name: '__proto__ as a header', bytes: get('/api/btc', '__proto__: polluted', 'constructor: polluted'), expect: [200] },
  { name: '__proto__ as a metric', bytes: get('/api/metrics/__proto__'), expect: [404] },
  { name: 'constructor as a briefing', bytes: get('/api/context?briefing=constructor'), expect: [404] },
  { name: 'an unreadable Accept-Encoding', bytes: get('/api/btc', 'Accept-Encoding: ;;;,,,q=,br;q=x'), expect: [200] },
  { name: 'an unreadable If-None-Match', bytes: get('/api/btc', `If-None-Match: ${'"'.repeat(5_000)}`), expect: [200] },
  {
    name: 'a list of many codings',
    bytes: get('/api/btc', `Accept-Encoding: ${many(2_000, (at) => `x${at}`).join(',')}`),
    expect: [200],
  },
  {
    name: 'a thousand ranges',
    bytes: get('/api/btc', `Range: bytes=${many(1_000, (at) => `${at}-${at}`).join(',')}`),
    expect: [200],
  },
  { name: 'a script in the path', bytes: get('/<script>alert(1)</script>'), expect: [404] },
  { name: 'an impossible day', bytes: get('/api/btc?date=2026-02-30'), expect: [400] },
  { name: 'a day of 5,000 digits', bytes: get(`/api/btc?date=${'9'.repeat(5_000)}`), expect: [400] },
]

export interface Mutation {
  readonly name: string
  readonly bytes: Buffer
}

/** Variants of a request: bytes changed, dropped, doubled, inserted, cut. The same seed gives the same variants. */
export function mutations({ name, bytes }: HostileCase, count: number, seed: number): Mutation[] {
  const random = seeded(seed)
  const below = (limit: number) => Math.floor(random() * limit)
  return Array.from({ length: count }, (_, at) => {
    let mutant = Buffer.from(bytes as string, 'latin1')
    for (let step = 0; step <= below(4); step += 1) {
      const from = below(mutant.length + 1)
      const to = Math.min(mutant.length, from + 1 + below(12))
      const piece = mutant.subarray(from, to)
      const noise = Buffer.from(Array.from({ length: 1 + below(6) }, () => below(256)))
      const middle = [noise, Buffer.alloc(0), Buffer.concat([piece, piece]), Buffer.concat([noise, piece]), Buffer.from('\r\n')][
        below(5)
      ]!
      mutant = Buffer.concat([mutant.subarray(0, from), middle, mutant.subarray(to)])
    }
    if (below(10) === 0) mutant = mutant.subarray(0, below(mutant.length + 1))
    return { name: `${name}, variant ${at}`, bytes: mutant }
  })
}

/** A generator of Marsaglia's xorshift kind: good enough to choose bytes with, and the same on every machine. */
function seeded(seed: number): () => number {
  let state = (seed * 2_654_435_761) >>> 0 || 1
  return () => {
    state ^= state << 13
    state >>>= 0
    state ^= state >>> 17
    state ^= state << 5
    state >>>= 0
    return state / 2 ** 32
  }
}

/** Why an answer is not one a server may give, or null: a 5xx, a refusal without the error body, a connection left open. */
export function fault(answer: RawAnswer): string | null {
  if (!answer.closed) return 'left open'
  if (answer.status === null) return answer.text === '' ? null : `no status line: ${answer.text.slice(0, 80)}`
  if (answer.status >= 500) return `status ${answer.status}`
  if (answer.status < 400) return null
  try {
    errorOf(firstAnswer(answer))
    return null
  } catch (error) {
    return String(error)
  }
}

/** A request may hide a second one, answered on the same connection: the first body ends where its length says. HEAD has none. */
function firstAnswer(answer: RawAnswer): { status: number | null; body: string } {
  const length = Number(answer.headers['content-length'])
  const body = Buffer.from(answer.body, 'latin1').subarray(0, length).toString('utf8')
  return { status: answer.status, body: body.startsWith('{') ? body : JSON.stringify(headless(answer.status)) }
}

const headless = (status: number | null) => ({ error: 'HEAD', message: 'no body', status, request_id: '-', docs: '-' })

/** Sends all mutations of all cases, a few at once, and returns the faults. */
export async function attack(port: number, perCase: number): Promise<{ sent: number; faults: string[]; slowestMs: number }> {
  const waiting = hostile.flatMap((one, at) => mutations(one, perCase, at + 1))
  const sent = waiting.length
  const faults: string[] = []
  let slowestMs = 0
  const work = async () => {
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const answer = await raw(port, next.bytes)
      const wrong = fault(answer)
      slowestMs = Math.max(slowestMs, answer.ms)
      if (wrong !== null) faults.push(`${next.name}: ${wrong}`)
    }
  }
  await Promise.all(Array.from({ length: 16 }, work))
  return { sent, faults, slowestMs }
}
