import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { DeliveryConfirmation } from '../../../server/answers/delivery-confirmation.ts'
import { endStalledConnections, type UnreadOptions } from '../../../server/http/unread.ts'

/** More than the buffers of both sides take. */
const long = Buffer.alloc(32 * 1024 * 1024, 'a')

async function serving(listener: RequestListener, options: Partial<UnreadOptions>) {
  const server = createServer({ keepAliveTimeout: 5_000 }, listener)
  endStalledConnections(server, { callerAddress: ({ headers }) => String(headers['x-caller'] ?? 'a'), lookMs: 50, ...options })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  onTestFinished(async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  })
  /** A client that reads nothing until asked to; `ended` resolves when its connection is over. */
  const asking = (path = '/', caller = 'a') => {
    const socket: Socket = connect(port, '127.0.0.1')
    socket.on('error', () => {})
    socket.pause()
    socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\nX-Caller: ${caller}\r\n\r\n`)
    onTestFinished(() => void socket.destroy())
    return socket
  }
  const connections = () => new Promise<number>((resolve) => server.getConnections((_, count) => resolve(count)))
  return { asking, connections, server }
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 400 && !(await isSo()); tries++) await wait(25)
  expect(await isSo()).toBe(true)
}

test('an answer that nobody reads ends with its connection and counts as not delivered, in one piece or streamed', async () => {
  const reports: boolean[] = []
  const { asking, connections } = await serving(
    (req, res) => {
      new DeliveryConfirmation(req, res).report(async (whole) => void reports.push(whole))
      if (req.url === '/stream') {
        const write = () => {
          while (res.write(long.subarray(0, 65_536)));
          res.once('drain', write)
        }
        write()
      } else res.end(long)
    },
    { stalledMs: 300 },
  )
  for (const path of ['/', '/stream', '/', '/stream']) asking(path)
  await until(async () => reports.length === 4 && (await connections()) === 0)
  expect(reports).toEqual([false, false, false, false])
})

test('requests behind one another whose answers are not read end too', async () => {
  const { asking, connections } = await serving((_, res) => void res.end(long.subarray(0, 1_000_000)), { stalledMs: 300 })
  const socket = asking()
  socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(200))
  await until(async () => (await connections()) === 0)
})

test('a client that reads slowly keeps its connection', async () => {
  const { asking } = await serving((_, res) => void res.end(long), { stalledMs: 1_500 })
  const socket = asking()
  let read = 0
  socket.on('data', (chunk: Buffer) => {
    read += chunk.length
    socket.pause()
    setTimeout(() => socket.resume(), read < 4 * 1024 * 1024 ? 20 : 0)
  })
  socket.resume()
  await until(async () => read >= long.length)
})

test('an answer that is still being made continues, and so is the connection until the next request', async () => {
  const { asking } = await serving((_, res) => void setTimeout(() => res.end('late'), 900), { stalledMs: 200 })
  const socket = asking()
  const answered = once(socket, 'data') as Promise<[Buffer]>
  socket.resume()
  expect(String((await answered)[0])).toMatch(/^HTTP\/1\.1 200/)
  await wait(600)
  socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
  expect(String((await (once(socket, 'data') as Promise<[Buffer]>))[0])).toMatch(/^HTTP\/1\.1 200/)
})

test('those who read slowly are so many of a network and in all, and whoever waits longest makes room', async () => {
  const { asking, connections } = await serving((_, res) => void res.end(long), {
    ...{ stalledMs: 60_000, mostOfNetwork: 2, mostOfAll: 3 },
  })
  const first = asking('/', '192.0.2.1')
  await wait(300)
  for (const caller of ['192.0.2.1', '192.0.2.1']) asking('/', caller)
  await until(async () => (await connections()) === 2)
  first.resume()
  await once(first, 'close')
  for (const caller of ['192.0.2.2', '192.0.2.3']) asking('/', caller)
  await until(async () => (await connections()) === 3)
})
