import { seeded } from '../../feeds/mutate.ts'
import { errorOf, type RawAnswer, raw } from '../fixture.ts'

const crlf = '\r\n'
const head = (line: string, ...headers: string[]) => [line, 'Host: example.test', ...headers, '', ''].join(crlf)
const get = (target: string, ...headers: string[]) => head(`GET ${target} HTTP/1.1`, ...headers)
const many = (count: number, line: (at: number) => string) => Array.from({ length: count }, (_, at) => line(at))

/** Its name, its bytes, and the statuses allowed beside any other 4xx; `closed` is a connection closed without an answer. */
export type HostileCase = readonly [name: string, bytes: string | Buffer, expect: readonly (number | 'closed')[]]

/** Requests no well-meaning client sends. Each must be refused or answered like any other, and leave nothing open. */
export const hostile: readonly HostileCase[] = [
  ['nothing at all', '', ['closed']],
  ['a line of noise', 'noise\r\n\r\n', [400]],
  ['random bytes', Buffer.from(many(200, (at) => String.fromCharCode((at * 151) % 256)).join(''), 'latin1'), [400]],
  ['a TLS client hello', Buffer.from('160301002f0100002b0303', 'hex'), [400]],
  ['the HTTP/2 preface', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', [400]],
  ['HTTP/0.9', 'GET /api/btc\r\n\r\n', [400]],
  ['version 9.9', head('GET /api/btc HTTP/9.9'), [400]],
  ['half a head', 'GET /api/btc HTTP/1.1\r\nHost: exam', [400]],
  ['a method nobody has', head('BREW /api/btc HTTP/1.1'), [400, 405]],
  ['a method in lower case', head('get /api/btc HTTP/1.1'), [400, 405]],
  ['TRACE', head('TRACE /api/btc HTTP/1.1'), [405]],
  ['CONNECT', 'CONNECT example.test:443 HTTP/1.1\r\nHost: example.test:443\r\n\r\n', [405]],
  ['OPTIONS *', head('OPTIONS * HTTP/1.1'), [204]],
  ['GET *', get('*'), [400]],
  ['PROPFIND', head('PROPFIND /api/btc HTTP/1.1'), [405]],
  ['absolute form', get('http://example.test/api/btc'), [200]],
  ['absolute form, broken address', get('http://[::1/api/btc'), [400]],
  ['absolute form with a password', get('http://user:secret@example.test/'), [400]],
  ['two slashes', get('//example.test/api/btc'), [404]],
  ['dots up', get('/api/../../../../etc/passwd'), [404]],
  ['encoded dots up', get('/api/metrics/%2e%2e%2f%2e%2e%2fetc%2fpasswd'), [404]],
  ['a lone percent', get('/api/metrics/%'), [400]],
  ['a bad escape', get('/api/metrics/%zz'), [400]],
  ['an overlong UTF-8 escape', get('/api/metrics/%c0%af'), [400]],
  ['a bad escape in the query', get('/api/context?briefing=%e0%a4'), [400]],
  ['an encoded NUL', get('/api/metrics/vix%00'), [400]],
  ['a NUL in the target', get('/api/btc\0'), [400]],
  ['a NUL in a header', get('/api/btc', 'X-Test: a\0b'), [400]],
  ['a raw byte over 127 in the target', Buffer.from(get('/api/b\u00fctc'), 'latin1'), [400]],
  ['a blank in the target', get('/api/btc and more'), [400]],
  ['a fragment', get('/api/btc#top'), [400]],
  ['a header cut off by a line feed', 'GET /api/btc HTTP/1.1\nHost: example.test\n\n', [200, 400]],
  ['a header without a name', get('/api/btc', ': empty'), [400]],
  ['a blank before the colon', get('/api/btc', 'X-Test : a'), [400]],
  ['a folded header', get('/api/btc', 'X-Test: a\r\n b'), [200, 400]],
  ['no Host', 'GET /api/btc HTTP/1.1\r\n\r\n', [400]],
  ...['/', '/api/btc', '/api/btc?format=json', '/api/briefings', '/api/mcp', '/nowhere'].flatMap((path): HostileCase[] => [
    [`two Hosts at ${path}`, `GET ${path} HTTP/1.1\r\nHost: a.test\r\nHost: b.test\r\n\r\n`, [400]],
    ...['0.9', '2.0', '1.2', '3.0'].map(
      (version): HostileCase => [`HTTP/${version} at ${path}`, `GET ${path} HTTP/${version}\r\nHost: a.test\r\n\r\n`, [400]],
    ),
  ]),
  [
    'a preflight with two Hosts',
    'OPTIONS /api/btc HTTP/1.1\r\nHost: a.test\r\nHost: b.test\r\nOrigin: https://a.test\r\nAccess-Control-Request-Method: GET\r\n\r\n',
    [400],
  ],
  ['no Host on HTTP/1.0', 'GET /api/btc HTTP/1.0\r\n\r\n', [200]],
  ['a target of 20 KB', get(`/api/btc?${'a'.repeat(20_000)}`), [414, 431]],
  ['a target of 10 KB', get(`/api/btc?${'a'.repeat(10_000)}`), [414]],
  ['a header of 20 KB', get('/api/btc', `X-Test: ${'a'.repeat(20_000)}`), [431]],
  ['3,000 headers', get('/api/btc', ...many(3_000, (at) => `X-${at}: 1`)), [200, 431]],
  [
    'length and chunks at once',
    `${head('POST /api/btc HTTP/1.1', 'Content-Length: 4', 'Transfer-Encoding: chunked')}0\r\n\r\n`,
    [400],
  ],
  ['two lengths', `${head('POST /api/btc HTTP/1.1', 'Content-Length: 4', 'Content-Length: 5')}abcd`, [400]],
  ['a negative length', head('POST /api/btc HTTP/1.1', 'Content-Length: -1'), [400]],
  ['an endless length', head('POST /api/btc HTTP/1.1', 'Content-Length: 99999999999999999999999'), [400]],
  ['a body that never comes', head('POST /api/btc HTTP/1.1', 'Content-Length: 1000'), [405]],
  ['a bad chunk', `${head('POST /api/btc HTTP/1.1', 'Transfer-Encoding: chunked')}zz\r\nabc\r\n`, [400, 405]],
  ['an unknown transfer coding', head('POST /api/btc HTTP/1.1', 'Transfer-Encoding: gzip'), [400, 405]],
  ['a body that is no gzip', `${head('POST /api/btc HTTP/1.1', 'Content-Encoding: gzip', 'Content-Length: 4')}abcd`, [405]],
  ['a body on GET', `${get('/api/btc', 'Content-Length: 4')}abcd`, [200]],
  ['an expectation', get('/api/btc', 'Expect: 200-maybe'), [417]],
  ['an upgrade', get('/api/btc', 'Connection: Upgrade', 'Upgrade: websocket'), [200]],
  ['repeated parameters', get('/api/btc?format=json&format=json'), [400]],
  ['__proto__ as a parameter', get('/api/btc?__proto__=1'), [400]],
  ['__proto__ as a nested parameter', get('/api/btc?__proto__[format]=json&constructor[prototype][x]=1'), [400]],
  ['__proto__ as a header', get('/api/btc', '__proto__: polluted', 'constructor: polluted'), [200]],
  ['__proto__ as a metric', get('/api/metrics/__proto__'), [404]],
  ['constructor as a briefing', get('/api/context?briefing=constructor'), [404]],
  ['an unreadable Accept-Encoding', get('/api/btc', 'Accept-Encoding: ;;;,,,q=,br;q=x'), [200]],
  ['an unreadable If-None-Match', get('/api/btc', `If-None-Match: ${'"'.repeat(5_000)}`), [200]],
  ['a list of many codings', get('/api/btc', `Accept-Encoding: ${many(2_000, (at) => `x${at}`).join(',')}`), [200]],
  ['a thousand ranges', get('/api/btc', `Range: bytes=${many(1_000, (at) => `${at}-${at}`).join(',')}`), [200]],
  ['a script in the path', get('/<script>alert(1)</script>'), [404]],
  ['an impossible day', get('/api/btc?date=2026-02-30'), [400]],
  ['a day of 5,000 digits', get(`/api/btc?date=${'9'.repeat(5_000)}`), [400]],
]

export interface Mutation {
  readonly name: string
  readonly bytes: Buffer
}

/** Variants of a request: bytes changed, dropped, doubled, inserted, cut. The same seed gives the same variants. */
export function mutations([name, bytes]: HostileCase, count: number, seed: number): Mutation[] {
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
