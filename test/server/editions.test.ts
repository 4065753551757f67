import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { edition, running } from './fixture.ts'
import { closedAfterTest } from './served.ts'

test('an edition adopted while requests run never shows in half an answer', async () => {
  const names = Array.from({ length: 3 }, (_, at) => `edition-${at}`)
  const archive = Object.fromEntries(names.map((name) => ['2026-07-20', `past of ${name}`]))
  // made before they are read: a server that makes them is deaf for so long that it takes its callers for slow ones
  const [first, ...later] = names.map((name, at) => edition({ edition: name, ...(at === 0 && { archive }) }))
  const server = closedAfterTest(await running(first!, { requests: false }))
  const urls = [
    '/api/btc',
    '/api/btc?format=json',
    '/api/btc?&format=json',
    '/api/metrics/vix',
    '/api/metrics/vix?&format=markdown',
    '/api/status',
    '/api/calibration',
    '/api/briefings',
  ]
  let answers = 0
  let done = false
  let failed = false
  const seen = new Set<string>()
  const read = async (url: string) => {
    while (!done) {
      const { status, headers, text, bytes } = await server.get(url)
      const name = String(headers['x-edition'])
      expect(status).toBe(200)
      if (url === '/api/status') expect(JSON.parse(text).edition).toBe(name)
      else if (url !== '/api/briefings') {
        expect(text).toContain(` of ${name}`)
        expect(text.match(/of edition-\d+/g)!.every((mention) => mention === `of ${name}`)).toBe(true)
      }
      expect(headers.etag).toBe(`"${createHash('sha256').update(bytes).digest('hex')}"`)
      seen.add(name)
      answers += 1
    }
  }
  const readers = Promise.all(urls.map(read)).catch((error: unknown) => {
    failed = true
    throw error
  })
  // One answer more than there are readers: at least one of them was asked for after the edition before was adopted.
  const enough = async () => {
    for (const due = answers + urls.length + 1; answers < due && !failed; ) await new Promise(setImmediate)
  }
  for (const next of later) {
    await enough()
    server.reader.adopt(next)
  }
  await enough()
  done = true
  await readers
  expect((await server.get('/api/btc')).headers['x-edition']).toBe(names.at(-1))
  expect([...seen].sort()).toEqual([...names].sort())
})

test('a dated read that began under one edition ends under it', async () => {
  const first = edition({ edition: 'e1', archive: { '2026-07-20': 'first' } })
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  let begun = () => {}
  const waiting = new Promise<void>((resolve) => {
    begun = resolve
  })
  const slow = {
    ...first,
    archived: async (...asked: Parameters<typeof first.archived>) => {
      begun()
      await held
      return first.archived(...asked)
    },
  }
  const server = closedAfterTest(await running(slow))
  const answer = server.get('/api/btc?date=2026-07-20')
  await waiting
  server.reader.adopt(edition({ edition: 'e2', archive: { '2026-07-20': 'second' } }))
  release()
  const { headers, text } = await answer
  expect([headers['x-edition'], text]).toEqual(['e1', 'first btc.quick-check md'])
  expect((await server.get('/api/btc?date=2026-07-20')).text).toBe('second btc.quick-check md')
})
