import { describe, expect, test } from 'vitest'
import { readFirstRun } from '../../activities/runs/runs-state.ts'
import type { FirstRun } from '../../server/http/first-run.ts'
import { closedAfter } from '../closed-after.ts'
import { memoryBlobs } from '../store/memory.ts'
import { edition, running } from './fixture.ts'

let run: FirstRun
const server = closedAfter(await running(null, { firstRun: async () => run }))
const page = (path: string) => server.get(path, { headers: { accept: 'text/html' } })
const underWay = { began_at: '2026-07-22T10:00:00.500Z', recordings: 1_310, failed: null }

describe('the page before the first edition', () => {
  test.each(['/', '/api/btc'])('%s shows the progress of the run and reloads itself', async (path) => {
    run = underWay
    const { text, headers } = await page(path)
    expect(text).toContain('<meta http-equiv="refresh" content="10">')
    expect(text).toContain('A run has been under way since 10:00:00 UTC, with 1,310 responses recorded so far.')
    expect(headers['cache-control']).toBe('no-store')
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-/)
    run = { began_at: null, recordings: 1, failed: { code: 'STORE_HELD', text: 'stop <it>.' } }
    expect((await page(path)).text).toContain('The last run failed (STORE_HELD): stop &#60;it&#62;.')
    run = { began_at: null, recordings: 1, failed: null }
    expect((await page(path)).text).toContain('No run is under way; 1 response recorded so far. To begin one: briefing refresh.')
  })

  test('does not say that nothing is for sale: the health says that nothing is yet', async () => {
    const { checks } = JSON.parse((await server.get('/api/health')).text)
    expect(checks).toContainEqual(
      expect.objectContaining({ name: 'payments', detail: expect.stringContaining('until the first edition') }),
    )
  })

  test('reloads no longer once there is an edition', async () => {
    server.reader.adopt(edition({ edition: 'e1' }))
    expect((await page('/')).text).not.toContain('http-equiv')
    expect((await page('/api/none')).text).not.toContain('http-equiv')
  })
})

test('the progress of a home is that of its newest run', async () => {
  const blobs = memoryBlobs()
  expect(await readFirstRun(blobs)).toEqual({ began_at: null, recordings: 0, failed: null })
  const put = (key: string, value: object) => blobs.put(key, Buffer.from(JSON.stringify(value)))
  await put('runs/2026-07-21/20260721T100000-a.json', { status: 'failed', error_code: 'RUN_KILLED', error: 'killed' })
  await put('recordings/index/2026-07-21/x.json', {})
  expect(await readFirstRun(blobs)).toEqual({ began_at: null, recordings: 1, failed: { code: 'RUN_KILLED', text: 'killed' } })
  await put('runs/2026-07-22/20260722T100000-b.json', { status: 'running', began_at: '2026-07-22T10:00:00Z' })
  expect(await readFirstRun(blobs)).toEqual({ began_at: '2026-07-22T10:00:00Z', recordings: 1, failed: null })
})
