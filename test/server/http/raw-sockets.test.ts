import { describe, expect, test } from 'vitest'
import { closedAfter } from '../../closed-after.ts'
import { edition, raw, running } from '../fixture.ts'
import { attack, fault, hostile } from './raw-corpus.ts'

const server = closedAfter(await running(edition({ edition: 'e1' })))

describe('bytes on a socket', () => {
  test.each(hostile)('%s', async (_name, bytes, allowed) => {
    const answer = await raw(server.port, bytes)
    expect(fault(answer)).toBeNull()
    expect(allowed).toContain(answer.status ?? 'closed')
  })

  test('variants of each are never met with a failure or silence', async () => {
    const { sent, faults, slowestMs } = await attack(server.port, process.env['TORTURE'] === '1' ? 250 : 4)
    console.log(`raw sockets: ${sent} variants, ${faults.length} faults, slowest ${slowestMs.toFixed(0)} ms`)
    expect(faults).toEqual([])
  })

  test('a fault would be seen', () => {
    const answer = { text: 'HTTP/1.1 500 x', status: 500, headers: {}, body: '', ms: 1, closed: true }
    expect(fault(answer)).toBe('status 500')
    expect(fault({ ...answer, closed: false })).toBe('left open')
    expect(fault({ ...answer, status: 400, headers: { 'content-length': '20' }, body: '{"error":"X","at":1}' })).toMatch(
      /not in the contract/,
    )
  })

  test('the server still answers, and nothing was polluted', async () => {
    expect((await server.get('/api/btc')).status).toBe(200)
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
    expect(({} as Record<string, unknown>)['format']).toBeUndefined()
  })

  test('a client that sends slowly is told so and let go', async () => {
    const answer = await new Promise<string>((resolve) => {
      import('node:net').then(({ connect }) => {
        const socket = connect(server.port, '127.0.0.1', () => socket.write('GET /api/btc HTTP/1.1\r\nHost: exam'))
        let text = ''
        socket.on('data', (chunk) => {
          text += chunk.toString()
        })
        socket.on('close', () => resolve(text))
      })
    })
    expect(answer).toMatch(/^HTTP\/1\.1 408 /)
    expect(answer).toContain('"error":"REQUEST_TIMEOUT"')
  })

  test('an answer under way is not cut into by a broken request behind it', async () => {
    const good = 'GET /api/health HTTP/1.1\r\nHost: example.test\r\n\r\n'
    const answer = await raw(server.port, `${good}${good}noise noise\r\n\r\n`)
    const statuses = [...answer.text.matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map(([, status]) => status)
    expect(['', '200', '200,200', '200,200,400']).toContain(statuses.join())
  })
})
