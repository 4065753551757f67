import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { CallerAddress } from './caller-address.ts'
import { network } from './network.ts'

export interface UnreadOptions {
  readonly callerAddress: CallerAddress
  /** An answer of which no byte was taken for so long ends with its connection. */
  readonly stalledMs?: number
  /** Answers that are read slowly, of one network and of all: the one that waits longest makes room. */
  readonly mostOfNetwork?: number
  readonly mostOfAll?: number
  /** Time between two looks at them. */
  readonly lookMs?: number
}

/** A connection with answers under way. */
interface Answering {
  answers: number
  readonly from: string
  /** Bytes that the system had taken at the last look, and how many looks ago less than `leastBytes` were left to take. */
  taken: number
  slowFor: number
}

/** Bytes between two looks that tell a slow line from somebody who does not read. */
const leastBytes = 32_768

/**
 * Ends connections whose client does not read its answers: nothing else would, and each holds a socket, memory and perhaps an open file. An
 * answer that is still being made, such as one that waits for an event, continues. What was paid for is not delivered then, as the ledger
 * says, and can be fetched again.
 */
export function endStalledConnections(
  server: Server,
  { callerAddress, stalledMs = 30_000, mostOfNetwork = 64, mostOfAll = 1_024, lookMs = 5_000 }: UnreadOptions,
): void {
  const underWay = new Map<Socket, Answering>()
  // counts from the last byte that came or went
  server.timeout = stalledMs
  // with a listener, Node leaves connections that are kept open for the next request to it too
  server.on('timeout', (socket) => {
    if (!underWay.has(socket)) socket.destroy()
    else if (socket.writableLength > 0) cut(socket)
  })
  server.on('request', (req, res: ServerResponse) => {
    const { socket } = req
    const connection = underWay.get(socket) ?? { answers: 0, from: network(callerAddress(req)), taken: 0, slowFor: 0 }
    connection.answers++
    underWay.set(socket, connection)
    res.once('close', () => {
      connection.answers--
      if (connection.answers === 0) underWay.delete(socket)
    })
  })

  function look(): void {
    const slow: [Socket, Answering][] = []
    for (const [socket, connection] of underWay) {
      const taken = socket.bytesWritten - socket.writableLength
      const isSlow = socket.writableLength > 0 && taken - connection.taken < leastBytes
      connection.slowFor = isSlow ? connection.slowFor + 1 : 0
      connection.taken = taken
      if (connection.slowFor > 1) slow.push([socket, connection])
    }
    const counts = new Map<string, number>()
    let kept = 0
    // whoever came last keeps its place
    for (const [socket, { from }] of slow.sort(([, a], [, b]) => a.slowFor - b.slowFor)) {
      const own = counts.get(from) ?? 0
      if (own >= mostOfNetwork || kept >= mostOfAll) cut(socket)
      else {
        counts.set(from, own + 1)
        kept++
      }
    }
  }
  const looking = setInterval(look, lookMs).unref()
  server.once('close', () => clearInterval(looking))
}

/** Ends a connection as a reset by its client does: closed without an error, its answer would seem to be sent. */
function cut(socket: Socket): void {
  socket.destroy(Object.assign(new Error('The answer is not read.'), { code: 'ECONNRESET' }))
}
