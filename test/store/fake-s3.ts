import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * What goes wrong with one request: `busy` is refused before it does anything, `lost` is done and its answer never arrives, `cut` is answered
 * by half a body, `skewed` is refused because of the caller's clock.
 */
export type Fault = 'busy' | 'lost' | 'cut' | 'skewed' | null

export interface Seen {
  readonly method: string
  /** Path below the bucket, without the query. */
  readonly key: string
  readonly query: URLSearchParams
  readonly headers: IncomingMessage['headers']
}

export interface FakeS3 {
  readonly endpoint: string
  readonly objects: Map<string, Buffer>
  readonly seen: Seen[]
  /** Asked for each request before it is answered. */
  fault: (request: Seen) => Fault
  /** Called once a request has had its effect and before its answer is sent or lost. */
  after: (request: Seen) => void
  /** What the `Date` of answers says, in milliseconds. */
  clock: () => number
  /** False for a service that ignores the conditions of a PUT. */
  conditional: boolean
  close(): Promise<void>
}

const etagOf = (bytes: Buffer) => `"${createHash('md5').update(bytes).digest('hex')}"`
const pageKeys = 1_000

/** A bucket named `bucket` in memory, over HTTP, that fails on demand: what real services do only now and then. */
export async function fakeS3(): Promise<FakeS3> {
  const uploads = new Map<string, Map<number, Buffer>>()
  const fake: FakeS3 = {
    endpoint: '',
    objects: new Map(),
    seen: [],
    fault: () => null,
    after: () => {},
    clock: Date.now,
    conditional: true,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }

  function answerTo(
    { method, key, query, headers }: Seen,
    body: Buffer,
  ): { status: number; headers?: object; body?: Buffer | string } {
    const { objects } = fake
    if (key === '') return method === 'HEAD' ? { status: 200 } : listed(query)
    const upload = query.get('uploadId')
    if (method === 'POST' && upload === null) {
      const id = String(uploads.size + 1)
      uploads.set(id, new Map())
      return { status: 200, body: `<R><UploadId>${id}</UploadId></R>` }
    }
    if (upload !== null) {
      const parts = uploads.get(upload)
      if (!parts) return { status: 404, body: '<Error><Code>NoSuchUpload</Code></Error>' }
      if (method === 'PUT') {
        parts.set(Number(query.get('partNumber')), body)
        return { status: 200, headers: { etag: etagOf(body) } }
      }
      uploads.delete(upload)
      if (method === 'POST') objects.set(key, Buffer.concat([...parts].sort(([a], [b]) => a - b).map(([, part]) => part)))
      return { status: 200, body: '<R/>' }
    }
    const standing = objects.get(key)
    if (method === 'DELETE') {
      objects.delete(key)
      return { status: 204 }
    }
    if (method === 'PUT') {
      const unmet =
        (headers['if-none-match'] === '*' && standing) ||
        (headers['if-match'] !== undefined && (!standing || etagOf(standing) !== headers['if-match']))
      if (fake.conditional && unmet) return { status: 412, body: '<Error><Code>PreconditionFailed</Code></Error>' }
      objects.set(key, body)
      return { status: 200, headers: { etag: etagOf(body) } }
    }
    if (!standing) return { status: 404, body: '<Error><Code>NoSuchKey</Code></Error>' }
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '') ?? []
    const whole = { status: 200, headers: { etag: etagOf(standing) }, body: standing }
    if (from === undefined) return whole
    if (Number(from) >= standing.length) return { status: 416 }
    return { ...whole, status: 206, body: standing.subarray(Number(from), Number(to) + 1) }
  }

  function listed(query: URLSearchParams) {
    const prefix = query.get('prefix') ?? ''
    const after = query.get('continuation-token') ?? ''
    const keys = [...fake.objects.keys()].filter((key) => key.startsWith(prefix) && key > after).sort()
    const page = keys.slice(0, pageKeys)
    const next = keys.length > pageKeys ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : ''
    return { status: 200, body: `<R>${page.map((key) => `<Contents><Key>${key}</Key></Contents>`).join('')}${next}</R>` }
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const { pathname, searchParams } = new URL(request.url!, 'http://fake')
    const seen: Seen = {
      method: request.method!,
      key: decodeURIComponent(pathname).replace(/^\/bucket\/?/, ''),
      query: searchParams,
      headers: request.headers,
    }
    fake.seen.push(seen)
    response.setHeader('date', new Date(fake.clock()).toUTCString())
    if (!pathname.startsWith('/bucket')) {
      response.writeHead(404).end('<Error><Code>NoSuchBucket</Code></Error>')
      return
    }
    const fault = fake.fault(seen)
    if (fault === 'busy') {
      response.writeHead(503).end('<Error><Code>SlowDown</Code></Error>')
      return
    }
    if (fault === 'skewed') {
      response.writeHead(403).end('<Error><Code>RequestTimeTooSkewed</Code></Error>')
      return
    }
    const { status, headers = {}, body = '' } = answerTo(seen, Buffer.concat(chunks))
    fake.after(seen)
    if (fault === 'lost') {
      request.socket.destroy()
      return
    }
    const bytes = Buffer.from(body)
    response.writeHead(status, { ...headers, 'content-length': seen.method === 'HEAD' ? 0 : bytes.length })
    if (fault !== 'cut') response.end(bytes)
    else response.write(bytes.subarray(0, bytes.length >> 1), () => request.socket.destroy())
  }

  const server = createServer((request, response) => void handle(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return Object.assign(fake, { endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })
}
