import { connect } from 'node:net'

export interface Load {
  readonly port: number
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  readonly connections: number
  readonly requests: number
  readonly status: number
  /** What each answer's body must be; null where each has its own. */
  readonly body: Buffer | null
}

/**
 * Sends requests over kept connections, the next one when the answer to the last is whole, and checks each answer's status and length and
 * the bytes of the first on each connection. Lean, so that on a machine of two cores the server is what is measured.
 */
export async function drive(load: Load): Promise<void> {
  const headers = Object.entries({ Host: '127.0.0.1', ...load.headers }).map(([name, value]) => `${name}: ${value}\r\n`)
  const request = `GET ${load.url} HTTP/1.1\r\n${headers.join('')}\r\n`
  const share = Math.ceil(load.requests / load.connections)
  await Promise.all(Array.from({ length: load.connections }, () => converse(load, request, share)))
}

function converse({ port, status, body, url }: Load, request: string, count: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    let left = count
    let buffered: Buffer = Buffer.alloc(0)
    const fail = (what: string) => socket.destroy(new Error(`${url}: ${what}`))
    socket.on('error', reject)
    socket.on('close', () => (left === 0 ? resolve() : reject(new Error(`${url}: closed with ${left} requests left`))))
    socket.on('connect', () => socket.write(request))
    socket.on('data', (chunk) => {
      buffered = buffered.length === 0 ? chunk : Buffer.concat([buffered, chunk])
      const end = buffered.indexOf('\r\n\r\n')
      if (end === -1) return
      const whole = end + 4 + (body === null ? told(buffered.toString('latin1', 0, end)) : body.length)
      if (buffered.length < whole) return
      if (buffered.length > whole) fail('more bytes than the body has')
      else if (buffered.toString('latin1', 9, 12) !== String(status)) fail(`answered ${buffered.toString('latin1', 0, 60)}`)
      else if (left === count && body !== null && !buffered.subarray(end + 4).equals(body)) fail('other bytes than published')
      else {
        buffered = Buffer.alloc(0)
        left -= 1
        if (left === 0) socket.end()
        else socket.write(request)
      }
    })
  })
}

/** Length of the body by the head of an answer. */
function told(head: string): number {
  return Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1])
}
