import { createHash } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import type { ActivityContext } from '../../activities/activity.ts'
import { createDeps, type Deps } from '../../activities/deps.ts'
import { fetchRequest } from '../../activities/fetch/fetch.ts'
import { putPages } from '../../activities/fetch/plan.ts'
import { homeAt } from '../../activities/home.ts'
import { loadBatches } from '../../activities/load/load.ts'
import { liveTransport } from '../../pipeline/http/live.ts'
import type { Validators } from '../../pipeline/http/request.ts'
import { bodyKey } from '../../pipeline/recordings/store.ts'
import { select } from '../../pipeline/warehouse/store.ts'
import { folderOfEachTest } from '../closed-after.ts'
import { quiet } from '../end-to-end/home.ts'
import { rebuildQuietly } from '../end-to-end/reproducible.ts'
import { type Arrived, closeAfterTest, type Origin, openOrigin } from './origin.ts'

let folder = ''
folderOfEachTest((made) => {
  folder = made
})

const never = new AbortController().signal
const limits = { fred: { perSecond: 1_000, concurrency: 1 } }
const url = 'https://fred.stlouisfed.org/graph/fredgraph.csv?id=VIXCLS'
const keyed = 'https://api.stlouisfed.org/fred/x'
const modified = 'Fri, 20 Nov 2026 10:00:00 GMT'

type Answer = (request: Arrived, response: ServerResponse) => void

async function asking(answer: Answer) {
  const origin = await openOrigin(answer)
  const transport = liveTransport({
    credentials: new Map([['FRED_API_KEY', 'abcdef0123456789abcdef0123456789']]),
    clock: () => Date.parse('2026-11-21T12:00:00Z'),
    limits,
    rewrite: origin.rewrite,
  })
  closeAfterTest(origin, transport)
  const ask = (validators?: Validators, address = url) =>
    transport.fetch({ feed: 'fred-graph', upstream: 'fred', url: address, ...(validators && { validators }) }, never)
  return { origin, ask }
}
const sent = ({ arrived }: Origin) => arrived.map(({ headers }) => [headers['if-none-match'], headers['if-modified-since']])

describe('a request with validators', () => {
  test.each([
    [{ etag: '"abc"' }, ['"abc"', undefined]],
    [{ etag: 'W/"abc-gzip"', modified }, ['W/"abc-gzip"', modified]],
    [{ modified }, [undefined, modified]],
  ])('%j is answered by 304', async (validators, headers) => {
    const { origin, ask } = await asking((_, response) => response.writeHead(304, { etag: '"abc"' }).end())
    const { status, body } = await ask(validators)
    expect([status, body.byteLength, sent(origin)]).toEqual([304, 0, [headers]])
  })

  test.each([{ etag: 'abc' }, { etag: '"a"\r\nx: y' }, { modified: 'yesterday' }])(
    '%j sends none, and a 304 is a failure',
    async (validators) => {
      const { origin, ask } = await asking((_, response) => response.writeHead(304).end())
      await expect(ask(validators)).rejects.toMatchObject({ code: 'UPSTREAM_FAILED', facts: { status: 304 } })
      expect(sent(origin)).toEqual([[undefined, undefined]])
    },
  )

  test('sends none where it is redirected', async () => {
    const { origin, ask } = await asking((request, response) =>
      request.path.endsWith('/new') ? response.end('whole') : response.writeHead(302, { location: '/new' }).end(),
    )
    expect((await ask({ etag: '"a"' })).status).toBe(200)
    expect(sent(origin)).toEqual([
      ['"a"', undefined],
      [undefined, undefined],
    ])
  })

  test('sends none under a key until it has read the address with that key', async () => {
    const { origin, ask } = await asking((_, response) => response.writeHead(200, { etag: '"a"' }).end('{}'))
    for (let times = 0; times < 2; times++) await ask({ etag: '"a"' }, keyed)
    expect(sent(origin)).toEqual([
      [undefined, undefined],
      ['"a"', undefined],
    ])
  })
})

const csv = (value: number) => `observation_date,VIXCLS\n2026-11-18,${value}\n2026-11-19,18.5\n`

/** An origin that answers conditional requests as told, and counts the bytes of bodies. */
function server(kind: 'etag' | 'weak etag in gzip' | 'last-modified' | 'ignores' | 'no validators') {
  const state = { text: csv(17), bytes: 0 }
  const answer: Answer = ({ headers }, response) => {
    const hash = createHash('sha256').update(state.text).digest('hex').slice(0, 8)
    const isGzip = kind === 'weak etag in gzip'
    const etag = isGzip ? `W/"${hash}"` : `"${hash}"`
    if (kind === 'last-modified') response.setHeader('last-modified', modified)
    else if (kind !== 'no validators') response.setHeader('etag', etag)
    const isSame = kind === 'last-modified' ? headers['if-modified-since'] === modified : headers['if-none-match'] === etag
    if (isSame && kind !== 'ignores') return void response.writeHead(304).end()
    const body = isGzip ? gzipSync(state.text) : Buffer.from(state.text)
    if (isGzip) response.setHeader('content-encoding', 'gzip')
    state.bytes += body.byteLength
    response.end(body)
  }
  return { state, answer }
}

async function home(answer: Answer) {
  const origin = await openOrigin(answer)
  let now = Date.parse('2026-11-20T12:00:00Z')
  const live = liveTransport({ credentials: new Map(), clock: () => now, limits, rewrite: origin.rewrite })
  const deps = createDeps({
    home: homeAt(folder),
    credentials: new Set(),
    transport: async () => live,
    clock: () => now,
  })
  closeAfterTest(origin, live, deps)
  const context: ActivityContext = { signal: never, attempt: 1, heartbeat: () => undefined, resume: undefined, log: quiet }
  let runs = 0
  /** One run, an hour after the last: what it loaded and what failed. */
  async function run() {
    now += 3_600_000
    const name = `run-${runs++}`
    const pages = await putPages(deps, name, [{ feed: 'fred-graph', upstream: 'fred', url }])
    const fetched = await Promise.all(
      pages.map(({ key, upstream }) =>
        fetchRequest(deps, { run: name, page: key, at: 0, upstream, feeds: { kind: 'live' }, now }, context),
      ),
    )
    const batches = fetched.flatMap(({ batch }) => batch ?? [])
    const loaded = await loadBatches(deps, { run: name, batches }, context)
    return { requests: pages.length, failed: fetched.flatMap(({ failed }) => failed), loaded }
  }
  return { deps, origin, run }
}

const rowsOf = async (deps: Deps) =>
  select<{ id: string; sha256: string; same_as: string | null; status: string; at: string }>(
    await deps.store(),
    'SELECT id, sha256, same_as, status, made_at::VARCHAR AS at FROM recording ORDER BY made_at',
  )

describe('what has not changed', () => {
  test.each(['etag', 'weak etag in gzip', 'last-modified'] as const)(
    'is recorded again by %s without a byte of it, as if it had come',
    async (kind) => {
      const { state, answer } = server(kind)
      const { deps, run } = await home(answer)
      await run()
      const once = state.bytes
      expect(once).toBeGreaterThan(20)
      for (let times = 0; times < 2; times++) {
        const { failed, loaded } = await run()
        expect([failed, loaded.loaded, loaded.refused, loaded.changed]).toEqual([[], 1, 0, false])
      }
      expect(state.bytes).toBe(once)
      const [first, ...again] = await rowsOf(deps)
      expect(again.map(({ same_as, sha256, at }) => [same_as, sha256, at])).toEqual([
        [first!.id, first!.sha256, '2026-11-20 14:00:00'],
        [first!.id, first!.sha256, '2026-11-20 15:00:00'],
      ])
      expect(await deps.blobs.list('recordings/body/')).toHaveLength(1)
      const kept = await deps.recordings.get(again[1]!.id, `${again[1]!.at.replace(' ', 'T')}Z`)
      expect([kept!.status, Buffer.from(await deps.recordings.body(kept!)).toString()]).toEqual([200, csv(17)])

      state.text = csv(19)
      if (kind === 'last-modified') return
      expect((await run()).loaded.changed).toBe(true)
      expect(state.bytes).toBeGreaterThan(once)
    },
  )

  test.each(['ignores', 'no validators'] as const)(
    'comes whole from a server that %s, and is the same recording',
    async (kind) => {
      const { state, answer } = server(kind)
      const { deps, run } = await home(answer)
      await run()
      const once = state.bytes
      expect((await run()).loaded).toMatchObject({ loaded: 1, changed: false })
      expect(state.bytes).toBe(2 * once)
      const [first, again] = await rowsOf(deps)
      expect([again!.same_as, again!.sha256]).toEqual([first!.id, first!.sha256])
    },
  )

  test.each([
    ['a damaged body', (path: string) => writeFile(path, 'damaged')],
    ['a missing body', (path: string) => rm(path)],
  ])('comes whole in place of %s', async (_, damage) => {
    const { answer } = server('etag')
    const { deps, run } = await home(answer)
    await run()
    const [first] = await rowsOf(deps)
    await damage(join(folder, bodyKey(first!.sha256)))
    expect((await run()).failed).toEqual([])
    const [, again] = await rowsOf(deps)
    const kept = await deps.recordings.get(again!.id, `${again!.at.replace(' ', 'T')}Z`)
    expect(Buffer.from(await deps.recordings.body(kept!)).toString()).toBe(csv(17))
  })
})

test('a rebuild from the recordings gives the same rows', async () => {
  const { deps, run } = await home(server('etag').answer)
  for (let times = 0; times < 3; times++) await run()
  const read = async () => ({
    recordings: await rowsOf(deps),
    values: await select(await deps.store(), 'SELECT * EXCLUDE (series_no) FROM sighting ORDER BY ALL'),
    shapes: await select(await deps.store(), 'SELECT feed, recording, last_seen::VARCHAR AS seen FROM body_shape'),
  })
  const before = await read()
  await deps.release()
  await rebuildQuietly(folder)
  expect(await read()).toEqual(before)
  expect(before.values).toHaveLength(2)
  expect(before.shapes).toMatchObject([{ recording: before.recordings[2]!.id, seen: '2026-11-20 15:00:00' }])
})

test('what our plan leaves out is recorded once, refused in words, and not requested again until that is dismissed', async () => {
  const words = `{"message":"Your plan doesn't include this data timeframe."}`
  const { deps, origin, run } = await home((_, response) => response.writeHead(403).end(words))
  expect((await run()).loaded).toMatchObject({ loaded: 1, refused: 1 })
  const store = await deps.store()
  const [held] = await select<{ id: string; rule: string; reason: string }>(store, 'SELECT id, rule, reason FROM quarantine')
  expect([held!.rule, held!.reason]).toEqual([
    'UPSTREAM_NOT_IN_PLAN',
    expect.stringContaining('does not give this to our key (HTTP 403): "Your plan doesn\'t include this data timeframe."'),
  ])
  expect((await run()).requests).toBe(0)
  expect(origin.arrived).toHaveLength(1)
  await store.connection.run(
    `INSERT INTO decision VALUES ('d', 'quarantine', $1, 'dismiss', 'me', TIMESTAMP '2026-11-21', 'new plan', TIMESTAMP '2026-11-21')`,
    [held!.id],
  )
  expect((await run()).requests).toBe(1)
})

test('data that is not released yet does not count as a failure', async () => {
  const words = `{"message":"Attempted to request today's data before end of day."}`
  const { run } = await home((_, response) => response.writeHead(403).end(words))
  expect(await run()).toMatchObject({ requests: 1, failed: [], loaded: { loaded: 0 } })
})
