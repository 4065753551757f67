import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { briefingRows } from '../../../data/briefings.ts'
import { acceptedCodings, matchesEntityTag } from '../../../server/editions/prepared-answer.ts'
import { closedAfter } from '../../closed-after.ts'
import { type Answer, edition, running } from '../fixture.ts'

const server = closedAfter(await running(edition({ edition: 'e1', archive: { '2026-07-20': 'a' } })))

const unpack = { undefined: (bytes: Buffer) => bytes, br: brotliDecompressSync, gzip: gunzipSync }
const unpacked = ({ headers, bytes }: Answer) =>
  unpack[String(headers['content-encoding']) as keyof typeof unpack](bytes).toString('utf8')

const documents = [
  ...briefingRows.slice(0, 8).flatMap(({ path, id }) => [path, `${path}?format=json`, `/api/context?briefing=${id}`]),
  ...['/api/metrics/vix', '/api/metrics/vix?format=json', '/api/btc?format=html'],
]
const others =
  '/ /api/briefings /api/metrics?format=markdown /api/version /api/status /api/calibration /api/btc?date=2026-07-20 /docs/errors'.split(
    ' ',
  )

const accepts = [
  undefined,
  'identity',
  'gzip',
  'br',
  'gzip, deflate, br',
  'br;q=0, gzip',
  '*',
  '*;q=0',
  'gzip;q=0.000, br;q=0',
  'BR ; Q=0.5',
] as const
const coded = [undefined, undefined, 'gzip', 'br', 'br', 'gzip', 'br', undefined, undefined, 'br'] as const
const asking = (accept: string | undefined, more = {}) => ({
  headers: { ...(accept === undefined ? {} : { 'accept-encoding': accept }), ...more },
})
const withoutId = ({ 'x-request-id': _id, date: _date, ...rest }: Record<string, unknown>) => rest

describe('codings and entity tags', () => {
  test('same bytes, same tag; other bytes, another tag', async () => {
    const byTag = new Map<string, string>()
    const byBytes = new Map<string, string>()
    for (const url of documents) {
      let plain: string | null = null
      for (const [at, accept] of accepts.entries()) {
        const answer = await server.get(url, asking(accept))
        expect([url, accept, answer.headers['content-encoding']]).toEqual([url, accept, coded[at]])
        plain ??= unpacked(answer)
        expect(unpacked(answer)).toBe(plain)
        expect(answer.headers['content-length']).toBe(String(answer.bytes.length))
        const tag = String(answer.headers.etag)
        const bytes = answer.bytes.toString('latin1')
        expect(byTag.get(tag) ?? bytes).toBe(bytes)
        expect(byBytes.get(bytes) ?? tag).toBe(tag)
        byTag.set(tag, bytes)
        byBytes.set(bytes, tag)
        const suffix = { undefined: '', br: '-br', gzip: '-gz' }[String(coded[at]) as 'br']
        expect(tag).toMatch(new RegExp(`^"[0-9a-f]{64}${suffix}"$`))
      }
    }
  })

  test('HEAD is answered like GET, without the body', async () => {
    for (const url of documents.filter((_, at) => at % 4 === 0)) {
      for (const accept of accepts) {
        const tag = String((await server.get(url, asking(accept))).headers.etag)
        for (const more of [{}, { 'if-none-match': tag }, { 'if-none-match': '"other"' }]) {
          const answer = await server.get(url, asking(accept, more))
          const head = await server.get(url, { method: 'HEAD', ...asking(accept, more) })
          const without = [url, head.status, withoutId(head.headers), head.bytes.length]
          expect(without).toEqual([url, answer.status, withoutId(answer.headers), 0])
        }
      }
    }
  })

  test('304 to the tag of the coding the client takes, with no body and the headers that matter', async () => {
    for (const url of [...documents, ...others]) {
      for (const accept of ['identity', 'gzip', 'br']) {
        const full = await server.get(url, asking(accept))
        const tag = String(full.headers.etag)
        for (const held of [tag, `W/${tag}`, `"a", ${tag}, "b"`, `"a,b",W/${tag}`, '*']) {
          const answer = await server.get(url, asking(accept, { 'if-none-match': held }))
          expect([url, accept, held, answer.status, answer.bytes.length]).toEqual([url, accept, held, 304, 0])
          for (const name of ['etag', 'cache-control', 'vary', 'x-edition', 'referrer-policy'])
            expect(answer.headers[name]).toBe(full.headers[name])
          expect(answer.headers['content-type']).toBeUndefined()
          expect(answer.headers['content-length']).toBeUndefined()
          expect(answer.headers['content-encoding']).toBeUndefined()
        }
        const other = accept === 'br' ? 'identity' : 'br'
        const elsewhere = await server.get(url, asking(other, { 'if-none-match': tag }))
        expect([url, accept, other, elsewhere.status]).toEqual([url, accept, other, elsewhere.headers.etag === tag ? 304 : 200])
      }
    }
  })

  test('a tag of other bytes or no tag at all gets the whole answer', async () => {
    const tag = String((await server.get('/api/btc')).headers.etag)
    for (const held of ['"x"', tag.slice(1, -1), tag.slice(0, -1), `"${tag}`.slice(0, 40), '', 'W/', tag.toUpperCase()]) {
      expect([held, (await server.get('/api/btc', { headers: { 'if-none-match': held } })).status]).toEqual([held, 200])
    }
  })

  test('the tag does not depend on who asks', async () => {
    const tags = await Promise.all(
      [{}, { authorization: 'Bearer a' }, { 'x-api-key': 'b' }].map(
        async (headers) => (await server.get('/api/btc', { headers })).headers.etag,
      ),
    )
    expect(new Set(tags).size).toBe(1)
  })
})

describe('reading the two headers', () => {
  test('a coding that is refused is never chosen, one that is named is', () => {
    const weight = fc.constantFrom('', ';q=1', ';q=0.001', '; q=0.5', ';q=0', '; q=0.0', ';Q=0.000')
    fc.assert(
      fc.property(
        fc.option(weight, { nil: null }),
        fc.option(weight, { nil: null }),
        fc.array(fc.constantFrom('deflate', 'zstd', 'identity', 'brotli')),
        (br, gzip, rest) => {
          const refused = (text: string) => /q=0(\.0*)?$/i.test(text)
          const header = [...rest, ...(br === null ? [] : [`br${br}`]), ...(gzip === null ? [] : [`gzip${gzip}`])].join(' , ')
          expect(acceptedCodings(header)).toEqual({ br: br !== null && !refused(br), gzip: gzip !== null && !refused(gzip) })
        },
      ),
    )
  })

  test('no header is a fault, however long or odd', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 300, unit: 'binary' }), (header) => {
        acceptedCodings(header)
        expect(matchesEntityTag(header.replaceAll('*', ''), '"0123456789abcdef-br"')).toBe(false)
      }),
    )
  })

  test('a tag is found wherever it stands in a list, and only whole', () => {
    const tag = fc.stringMatching(/^[a-z0-9,-]{1,12}$/).map((text) => `"${text}"`)
    fc.assert(
      fc.property(fc.array(tag, { maxLength: 6 }), tag, fc.boolean(), fc.nat(6), (list, mine, weak, at) => {
        const others = list.filter((each) => each !== mine)
        expect(matchesEntityTag(others.join(', '), mine)).toBe(false)
        const withMine = [...others.slice(0, at), weak ? `W/${mine}` : mine, ...others.slice(at)]
        expect(matchesEntityTag(withMine.join(','), mine)).toBe(true)
      }),
    )
  })
})
