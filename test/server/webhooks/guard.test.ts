import { createServer, Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { AddressRefused, checkedAddress, type GuardOptions, isPublic, readAddress } from '../../../server/delivery/guard.ts'
import { checkAddress, guardedPost } from '../../../server/webhooks/post.ts'
import { answers, targets } from './targets.ts'

/** Every attempt of this process to connect anywhere, at the socket. */
let connects: unknown[]
beforeEach(() => {
  connects = []
  vi.spyOn(Socket.prototype, 'connect').mockImplementation(function (this: Socket, ...given: unknown[]) {
    connects.push(given)
    setImmediate(() => this.destroy(Object.assign(new Error('no connections here'), { code: 'ECONNREFUSED' })))
    return this
  } as never)
})
afterEach(() => {
  vi.restoreAllMocks()
})

const answering = (...addresses: string[]): GuardOptions => ({ local: false, resolve: async () => addresses })
const publicly = answering('93.184.215.14')
const send = (url: string, guarding: GuardOptions) => guardedPost(guarding)(url, {}, '{}')

describe('A-34: the guard', () => {
  test(`refuses ${targets.length} targets by a named reason, and connects to none`, async () => {
    expect(targets.length).toBeGreaterThanOrEqual(300)
    for (const target of targets) {
      const refused = await Promise.resolve()
        .then(() => checkAddress(readAddress(target, publicly), publicly))
        .then(
          () => null,
          (error: unknown) => error,
        )
      expect([target, refused]).toEqual([target, expect.any(AddressRefused)])
      // and where a row has it all the same, it is checked again before it is connected to
      if (URL.canParse(target) && /^https:\/\/[[0-9]/.test(new URL(target).href))
        expect([target, await send(target, publicly)]).toEqual([target, { kind: 'failed', fault: 'address' }])
    }
    expect(connects).toEqual([])
  })

  test(`refuses ${answers.length} answers of name servers, mixed ones among them, and connects to none`, async () => {
    for (const addresses of answers) {
      const guarding = answering(...addresses)
      await expect(checkedAddress(new URL('https://hooks.example.com/'), guarding)).rejects.toMatchObject({ fault: 'network' })
      expect(await send('https://hooks.example.com/', guarding)).toEqual({ kind: 'failed', fault: 'address' })
    }
    for (const guarding of [answering(), { local: false, resolve: () => Promise.reject(new Error('NXDOMAIN')) }])
      expect(await send('https://hooks.example.com/', guarding)).toEqual({ kind: 'failed', fault: 'name' })
    expect(connects).toEqual([])
  })

  test('asks for a name once, and connects to the address it has checked: a second answer leads nowhere', async () => {
    let asked = 0
    // rebinding: public for whoever checks, then private for whoever connects
    const guarding: GuardOptions = { local: false, resolve: async () => [asked++ === 0 ? '93.184.215.14' : '127.0.0.1'] }
    await send('https://rebind.example.com:8443/', guarding)
    expect(asked).toBe(1)
    expect(connects).toHaveLength(1)
    expect(JSON.stringify(connects[0])).toContain('93.184.215.14')
    expect(JSON.stringify(connects[0])).not.toContain('127.0.0.1')
    expect(await send('https://rebind.example.com:8443/', guarding)).toEqual({ kind: 'failed', fault: 'address' })
    expect(connects).toHaveLength(1)
  })

  test('lets public addresses pass, as a literal or by name, IPv4 before IPv6', async () => {
    for (const url of ['https://8.8.8.8/', 'https://[2606:4700::1111]:8443/a?b=c', 'https://hooks.example.com/x'])
      expect(readAddress(url, publicly).href).toBe(url)
    expect(readAddress('https://EXAMPLE.com/a#b', publicly).href).toBe('https://example.com/a')
    expect(readAddress('https://bücher.example/', publicly).href).toBe('https://xn--bcher-kva.example/')
    expect(await checkedAddress(new URL('https://hooks.example.com/'), answering('2606:4700::1', '8.8.8.8'))).toBe('8.8.8.8')
    expect(await checkedAddress(new URL('https://hooks.example.com/'), answering('2606:4700::1'))).toBe('2606:4700::1')
    expect(['8.8.8.8', '2606:4700::1', '2001:4860:4860::8888'].map(isPublic)).toEqual([true, true, true])
  })

  test('in development lets this machine pass, but no other scheme and no password', () => {
    const local: GuardOptions = { local: true, resolve: async () => ['127.0.0.1'] }
    expect(readAddress('http://localhost:3000/hook', local).href).toBe('http://localhost:3000/hook')
    for (const url of ['ftp://localhost/', 'http://a:b@localhost/', 'http://local host/'])
      expect(() => readAddress(url, local)).toThrow(AddressRefused)
  })
})

describe('a post', () => {
  let port: number
  let answer: (write: (text: string) => void, end: () => void) => void
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () =>
      answer(
        (text) => socket.write(text),
        () => socket.end(),
      ),
    )
  })
  beforeAll(async () => {
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
    port = (server.address() as { port: number }).port
  })
  afterAll(() => new Promise((done) => server.close(done)))
  beforeEach(() => {
    vi.restoreAllMocks()
  })
  const local = guardedPost({ local: true, resolve: async () => ['127.0.0.1'] }, { connectMs: 400, wholeMs: 400 })
  const post = () => local(`http://hooks.example:${port}/`, {}, '{}')

  test('follows no redirect, and reads no more of an answer than it needs', async () => {
    answer = (write, end) => {
      write('HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:1/\r\nContent-Length: 0\r\n\r\n')
      end()
    }
    expect(await post()).toEqual({ kind: 'answered', status: 302, retryAfter: null })
    answer = (write) => {
      write('HTTP/1.1 200 OK\r\nRetry-After: 7\r\nContent-Length: 100000000\r\n\r\n')
      write('x'.repeat(1_000_000))
    }
    expect(await post()).toEqual({ kind: 'answered', status: 200, retryAfter: 7 })
  })

  test('ends when its time is over: without an answer it failed, with a status it has one', async () => {
    answer = () => {}
    expect(await post()).toEqual({ kind: 'failed', fault: 'timeout' })
    answer = (write) => write('HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc')
    expect(await post()).toEqual({ kind: 'answered', status: 200, retryAfter: null })
    const slow = guardedPost({ local: true, resolve: () => new Promise(() => {}) }, { connectMs: 50, wholeMs: 400 })
    expect(await slow('http://hooks.example/', {}, '{}')).toEqual({ kind: 'failed', fault: 'timeout' })
  })

  test('of which nothing that is HTTP comes back failed', async () => {
    answer = (write, end) => {
      write('not http\r\n\r\n')
      end()
    }
    expect(await post()).toEqual({ kind: 'failed', fault: 'connection' })
    answer = (_write, end) => end()
    expect(await post()).toEqual({ kind: 'failed', fault: 'connection' })
  })
})
