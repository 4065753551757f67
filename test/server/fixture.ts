import { createHash } from 'node:crypto'
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http'
import { connect } from 'node:net'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { briefingRows } from '../../data/briefings.ts'
import { rosterOf } from '../../data/companies.ts'
import { metricRows } from '../../data/metrics.ts'
import { pageStyle } from '../../data/page-style.ts'
import type { AbsentDocument } from '../../pipeline/documents/absent.ts'
import type { Format } from '../../pipeline/documents/kind.ts'
import type { Entry } from '../../pipeline/editions/edition.ts'
import type { ChangeEvent } from '../../pipeline/editions/events.ts'
import type { EditionReader, EditionView, StoredBytes } from '../../pipeline/editions/reader.ts'
import { openLog, type ServerLog } from '../../server/http/log.ts'
import { type RunningServer, type ServerOptions, startServer } from '../../server/start.ts'
import { openGate } from './open-gate.ts'
import { storedHistory, type Version } from './stored-history.ts'

export const today = '2026-07-23'
export const noon = Date.parse('2026-07-23T12:00:00Z')
export const packageFacts = { name: 'market-briefing', version: '0.1.0' }

export interface EditionOptions {
  edition: string
  asOf?: string
  /** Places to leave out. */
  without?: readonly string[]
  /** What the edition says of places it does not hold. */
  absent?: readonly AbsentDocument[]
  state?: string
  freshness?: string
  feeds?: readonly object[]
  /** The front page of the edition; left out, it was published before there were any. */
  front?: string
  sample?: boolean
  /** False: published before there were pages. */
  pages?: boolean
  /** Days of the archive; a day mapped to an error is on record and cannot be read. */
  archive?: Readonly<Record<string, string | Error>>
  events?: readonly ChangeEvent[]
}

/** An edition in memory. Every document names its edition, place and format, so that mixed bytes would show. */
export function edition(options: EditionOptions): EditionView {
  const { edition: name, asOf = today, without = [], archive = {}, sample = false } = options
  const resident = new Map<string, StoredBytes>()
  const entries = new Map<string, Entry>()
  const entryAt = (place: string, facts: Entry['facts']): Entry => ({
    place,
    as_of: asOf,
    computed_at: `${asOf}T06:00:00Z`,
    fingerprint: `sha256:${'0'.repeat(64)}`,
    formats: {},
    facts,
  })
  const put = (place: string, facts: Entry['facts'], formats: readonly (readonly [Format, string])[]) => {
    if (without.includes(place)) return
    const entry = entryAt(place, facts)
    entries.set(place, entry)
    for (const [format, text] of formats) {
      const stored = storedBytes(place, format, text, entry)
      entry.formats[format] = { hash: stored.hash, bytes: stored.plain.length, br: stored.br !== null, gz: stored.gz !== null }
      resident.set(`${place} ${format}`, stored)
    }
  }
  for (const { id, title, tier } of briefingRows) {
    const facts = { title, tier, state: options.state ?? 'calm', freshness: options.freshness ?? 'fresh' }
    const about = `briefing ${id} of ${name}`
    const page: [Format, string] = ['html', `<!doctype html><style>${pageStyle}</style><p>${about}</p>`]
    const short: [Format, string][] = [
      ['summary.md', `# short ${about}\n`],
      ['summary.json', JSON.stringify({ short: about })],
    ]
    put(`briefing/${id}`, facts, options.pages === false ? documents(about) : [...documents(about), ...short, page])
  }
  for (const { metric, title } of metricRows) {
    const about = `metric ${metric} of ${name}`
    const pages: [Format, string][] = [
      ['html', `<!doctype html><style>${pageStyle}</style><p>${about}</p>`],
      ['latest.html', `<!doctype html><style>${pageStyle}</style><p># latest ${about}</p>`],
    ]
    put(
      `metric/${metric}`,
      { title, period: asOf, freshness: 'fresh', method_version: '1.1' },
      options.pages === false ? documents(about) : [...documents(about), ...pages],
    )
  }
  for (const name of ['list', ...rosterOf(sample).map(({ ticker }) => ticker)])
    put(`treasuries/${name}`, {}, [
      ...documents(`treasuries ${name} of ${options.edition}`).slice(0, 2),
      ['html', `<!doctype html><style>${pageStyle}</style><p>treasuries ${name}</p>`],
    ])
  const histories = new Map<string, StoredBytes | null>(
    metricRows.map(({ metric }) => [`history/${metric}`, historyOf(metric, options, entryAt)] as const),
  )
  put('system/feeds', {}, [['json', JSON.stringify(options.feeds ?? [])]])
  if (options.absent !== undefined) put('system/absent', {}, [['json', JSON.stringify(options.absent)]])
  if (options.front !== undefined) put('system/front', {}, [['html', options.front]])
  for (const open of ['calibration', 'record'])
    put(`system/${open}`, {}, [
      ...documents(`${open} of ${name}`),
      ['html', `<!doctype html><style>${pageStyle}</style><p>${open} of ${name}</p>`],
    ])
  const days = Object.keys(archive).sort()
  return {
    manifest: { edition: name, sequence: 1, published_at: `${asOf}T06:00:05Z`, as_of: asOf, sample, shards: {}, previous: null },
    entries,
    resident: (place, format) => resident.get(`${place} ${format}`) ?? null,
    async archived(day, briefing, format) {
      const text = archive[day]
      const entry = entries.get(`briefing/${briefing}`)
      if (text === undefined || entry === undefined || (/^(html|summary|apart)/.test(format) && options.pages === false))
        return null
      if (text instanceof Error) throw text
      return { ...storedBytes(`archive/${day}/${briefing}`, format, `${text} ${briefing} ${format}`, entry), br: null, gz: null }
    },
    packedEntry: (place) => histories.get(place)?.entry ?? null,
    packedEntries: new Map([...histories].flatMap(([place, stored]) => (stored === null ? [] : [[place, stored.entry]]))),
    packed: async (place) => histories.get(place) ?? null,
    packs: { named: 0, missing: 0 },
    days: () => (days.length === 0 ? null : { first: days[0]!, last: days.at(-1)! }),
    events: options.events ?? [],
  }
}

/** Four weekly values from 2024-12-30 on, known the day after; the second revised in July 2026. */
function historyOf(
  metric: string,
  { without = [], edition: name }: EditionOptions,
  entryAt: (place: string, facts: Entry['facts']) => Entry,
): StoredBytes | null {
  const place = `history/${metric}`
  if (without.includes(place)) return null
  const day = 86_400_000
  const versions = [0, 7, 7, 14, 21].map(
    (days, i): Version => [20_087 + days, 10 + i, i === 2 ? Date.parse('2026-07-20T12:00:00Z') : (20_088 + days) * day, i % 3],
  )
  const history = { ...storedHistory(metric, versions), title: `${metric} of ${name}` }
  const { first_known, first_period, last_period } = history
  return storedBytes(place, 'json', JSON.stringify(history), entryAt(place, { first_known, first_period, last_period }))
}

function documents(about: string): [Format, string][] {
  const lines = Array.from({ length: 120 }, (_, line) => `line ${line} of ${about}`)
  return [
    ['md', `# ${about}\n\n${lines.join('\n')}\n`],
    ['json', JSON.stringify({ about, lines })],
    ['latest.md', `# latest ${about}\n`],
    ['latest.json', JSON.stringify({ latest: about })],
  ]
}

/** By hash: the editions of most tests say the same, and compressing them takes longer than all else. */
const compressed = new Map<string, Pick<StoredBytes, 'br' | 'gz'>>()

function storedBytes(place: string, format: Format, text: string, entry: Entry): StoredBytes {
  const plain = Buffer.from(text)
  const hash = createHash('sha256').update(plain).digest('hex')
  let codings = compressed.get(hash)
  if (codings === undefined) {
    const worth = plain.length > 200
    codings = {
      br: worth ? brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 3 } }) : null,
      gz: worth ? gzipSync(plain) : null,
    }
    compressed.set(hash, codings)
  }
  return { place, format, hash, plain, ...codings, entry }
}

/** A reader whose editions a test adopts. */
export function fakeReader(first: EditionView | null): EditionReader & { adopt(view: EditionView): void } {
  const listeners: ((view: EditionView) => void)[] = []
  let view = first
  return {
    current: () => view,
    onAdopt(listener) {
      listeners.push(listener)
      if (view !== null) listener(view)
    },
    reading: () => ({ unreadMs: 0, refused: null }),
    close() {},
    adopt(next) {
      view = next
      for (const listener of listeners) listener(next)
    },
  }
}

export interface Running extends RunningServer {
  readonly reader: ReturnType<typeof fakeReader>
  readonly lines: Record<string, unknown>[]
  readonly log: ServerLog
  get(path: string, options?: AskOptions): Promise<Answer>
}

export interface RunningOptions
  extends Pick<
    Partial<ServerOptions>,
    | 'now'
    | 'reader'
    | 'gate'
    | 'port'
    | 'telemetry'
    | 'doc'
    | 'runs'
    | 'firstRun'
    | 'proxies'
    | 'contact'
    | 'planPrices'
    | 'files'
  > {
  /** False: requests are not logged. */
  readonly requests?: boolean
}

/** A server on a free port of this machine, its log kept as parsed lines. */
export async function running(
  first: EditionView | null,
  { now = () => noon, requests = true, ...options }: RunningOptions = {},
): Promise<Running> {
  const lines: Record<string, unknown>[] = []
  const log = openLog({ level: 'info', requests, to: { write: (line) => void lines.push(JSON.parse(line)) }, now })
  const reader = fakeReader(first)
  const server = await startServer({
    ...{ reader, log, now, gate: openGate, port: 0, host: '127.0.0.1', version: packageFacts, doc: () => '# Methodology\n' },
    ...options,
  })
  return { ...server, reader, lines, log, get: (path, asked) => ask(server.port, path, asked) }
}

export interface AskOptions {
  method?: string
  headers?: Record<string, string>
  body?: string
}

export interface Answer {
  status: number
  headers: IncomingHttpHeaders
  bytes: Buffer
  text: string
}

/** A POST of JSON; a text is sent as it stands. */
export const posted = (body: unknown, headers: Record<string, string> = {}): AskOptions => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', ...headers },
  body: typeof body === 'string' ? body : JSON.stringify(body),
})

/** One request on a connection of its own, nothing decoded. The path is sent as it stands. */
export function ask(port: number, path: string, { method = 'GET', headers = {}, body }: AskOptions = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const req = httpRequest({ host: '127.0.0.1', port, path, method, headers, agent: false }, (res) => {
      const chunks: Buffer[] = []
      res.on('data', (chunk: Buffer) => chunks.push(chunk))
      res.on('error', reject)
      res.on('end', () => {
        const bytes = Buffer.concat(chunks)
        resolve({ status: res.statusCode ?? 0, headers: res.headers, bytes, text: bytes.toString('utf8') })
      })
    })
    req.on('error', reject)
    req.end(body)
  })
}

export interface RawAnswer {
  /** Everything the server sent. */
  text: string
  status: number | null
  headers: Record<string, string>
  body: string
  ms: number
  closed: boolean
}

/**
 * Writes raw bytes to the server, ends the writing side, and reads until the server closes or `patienceMs` have passed. The writing side ends
 * at once, or where `openMs` is given after an answer has begun or that long. `from`: address of the caller.
 */
export function raw(
  port: number,
  bytes: string | Buffer,
  patienceMs = 5_000,
  openMs = 0,
  from = '127.0.0.1',
): Promise<RawAnswer> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    const began = performance.now()
    const socket = connect({ port, host: '127.0.0.1', localAddress: from })
    const done = (closed: boolean) => {
      clearTimeout(timer)
      clearTimeout(ending)
      socket.destroy()
      const text = Buffer.concat(chunks).toString('latin1')
      const mark = text.indexOf('\r\n\r\n')
      const [first = '', ...lines] = (mark === -1 ? text : text.slice(0, mark)).split('\r\n')
      const status = /^HTTP\/1\.1 (\d{3})/.exec(first)?.[1]
      const headers = Object.fromEntries(
        lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 2)]),
      )
      resolve({
        text,
        status: status === undefined ? null : Number(status),
        headers,
        body: mark === -1 ? '' : text.slice(mark + 4),
        ms: performance.now() - began,
        closed,
      })
    }
    const timer = setTimeout(() => done(false), patienceMs)
    socket.on('data', (chunk) => chunks.push(chunk))
    socket.on('error', () => done(true))
    socket.on('close', () => done(true))
    let ending: NodeJS.Timeout | undefined
    if (openMs === 0) {
      socket.end(bytes)
      return
    }
    socket.write(bytes)
    ending = setTimeout(() => socket.end(), openMs)
    socket.once('data', () => socket.end())
  })
}

/** The error body of an answer, checked for shape. Throws where it is anything else. */
export function errorOf(answer: { status: number | null; body: string }): Record<string, unknown> {
  const body: Record<string, unknown> = JSON.parse(answer.body)
  const known = ['error', 'message', 'hint', 'status', 'request_id', 'docs', 'field', 'retry_after', 'allowed', 'suggestions']
  const strange = Object.keys(body).filter((key) => !known.includes(key))
  if (strange.length > 0) throw new Error(`members not in the contract: ${strange}`)
  if (body['status'] !== answer.status) throw new Error(`status ${String(body['status'])} in an answer of ${answer.status}`)
  for (const key of ['error', 'message', 'hint', 'request_id', 'docs']) {
    if (typeof body[key] !== 'string' || body[key] === '') throw new Error(`${key} is missing`)
  }
  if (/node_modules|\/work\/|\/home\/|file:\/\/| at .+:\d+:\d+|\.ts\b|\.js\b/.test(answer.body))
    throw new Error(`tells of the inside: ${answer.body}`)
  return body
}
