import { Agent, createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { connect } from 'node:net'
import { describe, expect, test } from 'vitest'
import { edition, running } from '../fixture.ts'

interface Tally {
  answered: number
  refused: number
  cut: number
  codes: Set<string>
}

/** Clients that ask again as soon as they have their answer, on kept connections, until they are refused. */
async function load(port: number, clients: number, tally: Tally, path: string): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: clients })
  const once = () =>
    new Promise<boolean>((resolve) => {
      const req = request({ port, host: '127.0.0.1', path, agent }, (res) => {
        let size = 0
        res.on('data', (chunk: Buffer) => {
          size += chunk.length
        })
        res.on('error', () => {
          tally.cut += 1
          resolve(false)
        })
        res.on('end', () => {
          if (res.statusCode === 200 && size === Number(res.headers['content-length'])) tally.answered += 1
          else tally.cut += 1
          resolve(true)
        })
      })
      req.on('error', (error: NodeJS.ErrnoException) => {
        if (error.code === 'ECONNREFUSED') tally.refused += 1
        else {
          tally.cut += 1
          tally.codes.add(`${error.code}${req.reusedSocket ? ' reused' : ''}`)
        }
        resolve(false)
      })
      req.end()
    })
  await Promise.all(
    Array.from({ length: clients }, async () => {
      while (await once()) await new Promise((resolve) => setTimeout(resolve, 5))
    }),
  )
  agent.destroy()
}

describe('stopping', () => {
  test('under load no accepted request is cut', async () => {
    const rounds = process.env['TORTURE'] === '1' ? 20 : 3
    const tally: Tally = { answered: 0, refused: 0, cut: 0, codes: new Set() }
    let slowest = 0
    for (let round = 0; round < rounds; round += 1) {
      const server = await running(edition({ edition: 'e1', archive: { '2026-07-20': 'a' } }), { requests: false })
      const loads = [load(server.port, 12, tally, '/api/btc'), load(server.port, 4, tally, '/api/btc?date=2026-07-20')]
      const before = tally.answered
      await expect.poll(() => tally.answered - before, { interval: 5, timeout: 120_000 }).toBeGreaterThan(100)
      const began = performance.now()
      await server.close()
      slowest = Math.max(slowest, performance.now() - began)
      await Promise.all(loads)
    }
    console.log(
      `stops: ${rounds}, answered ${tally.answered}, refused ${tally.refused}, cut ${tally.cut}, slowest ${slowest.toFixed(0)} ms`,
    )
    expect([...tally.codes]).toEqual([])
    expect(tally.cut).toBe(0)
  })

  test('a request under way is finished, a quiet connection is closed, a new one is not taken', async () => {
    const view = edition({ edition: 'e1', archive: { '2026-07-20': 'a' } })
    let begun = () => {}
    const waiting = new Promise<void>((resolve) => {
      begun = resolve
    })
    const slow = {
      ...view,
      archived: async (...asked: Parameters<typeof view.archived>) => {
        begun()
        await new Promise((resolve) => setTimeout(resolve, 1_200))
        return view.archived(...asked)
      },
    }
    const server = await running(slow)
    const quiet = connect(server.port, '127.0.0.1')
    quiet.write('GET /api/version HTTP/1.1\r\nHost: a\r\n\r\n')
    await new Promise((resolve) => quiet.once('data', resolve))
    const closed = new Promise((resolve) => quiet.once('close', resolve))
    const answer = server.get('/api/btc?date=2026-07-20')
    await waiting
    const stopped = server.close()
    expect(server.close()).toBe(server.close())
    await new Promise((resolve) => setTimeout(resolve, 50))
    await expect(server.get('/api/btc')).rejects.toMatchObject({ code: 'ECONNREFUSED' })
    const { status, headers } = await answer
    expect([status, headers.connection]).toEqual([200, 'close'])
    await closed
    await stopped
  })

  test('a connection that never ends is cut before ten seconds', async () => {
    const view = edition({ edition: 'e1', archive: { '2026-07-20': 'a' } })
    const server = await running({ ...view, archived: () => new Promise(() => {}) })
    const answer = server.get('/api/btc?date=2026-07-20').catch((error: NodeJS.ErrnoException) => error.code)
    await new Promise((resolve) => setTimeout(resolve, 50))
    const began = performance.now()
    await server.close()
    expect(performance.now() - began).toBeLessThan(10_000)
    expect(await answer).toBe('ECONNRESET')
  })
})

test('an address that is taken is told as such', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => other.once('listening', resolve))
  const { port } = other.address() as AddressInfo
  await expect(running(null, { port })).rejects.toMatchObject({
    name: 'UnavailableError',
    code: 'ADDRESS_NOT_FREE',
    message: expect.stringContaining('EADDRINUSE'),
  })
  other.close()
})
