import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** How long after an answer a connection that is neither used again nor closed is watched for a reset. */
const watchedMs = 1_000

/** The last answer of each connection, where its end is not yet known and reported. */
const watched = new WeakMap<Socket, Arrival>()

/**
 * Whether the answer to a request arrives, watched from before the answer is made. The system takes a short answer at once, whoever is at
 * the other end; where that end was closed with the answer unread, a reset comes back. So an answer has arrived when it was sent whole and
 * its connection is then used again, closed in order, or as it was for a second.
 */
export class Arrival {
  readonly #socket: Socket
  readonly #res: ServerResponse
  readonly #whole: Promise<boolean>
  #resolve: (whole: boolean) => void = () => {}
  #timer: NodeJS.Timeout | undefined
  #reported: Promise<void> | null = null

  constructor({ socket }: IncomingMessage, res: ServerResponse) {
    this.#socket = socket
    this.#res = res
    this.#whole = new Promise((resolve) => {
      this.#resolve = resolve
    })
    if (socket.destroyed) {
      this.#resolve(false)
      return
    }
    res.once('close', this.#sent)
    socket.once('error', this.#reset)
    socket.once('close', this.#closed)
  }

  /** Whether the connection has ended. */
  get hasLeft(): boolean {
    return this.#socket.destroyed
  }

  /**
   * Calls `report` once, with whether the answer arrived. From now on a connection that ends with this answer ends as HTTP asks (RFC 9112,
   * 9.6): our side first, the whole when the client has closed its side. One closed at once tells of no reset.
   */
  report(report: (whole: boolean) => Promise<void>): void {
    watched.set(this.#socket, this)
    this.#socket.destroySoon = () => void this.#socket.end()
    this.#reported = this.#whole.then(report)
  }

  /** Resolves when the answer before on this connection, if it was watched, is reported: whoever asks for more has read it. */
  static async ofEarlier({ socket }: IncomingMessage): Promise<void> {
    const earlier = watched.get(socket)
    if (earlier === undefined) return
    earlier.#end(earlier.#res.writableFinished)
    await earlier.#reported
  }

  readonly #sent = () => {
    if (this.#reported === null || !this.#res.writableFinished) {
      this.#end(false)
      return
    }
    this.#timer = setTimeout(() => {
      this.#end(true)
      if (this.#socket.writableEnded) this.#socket.destroy()
    }, watchedMs).unref()
  }

  readonly #reset = () => this.#end(false)

  readonly #closed = (hadError: boolean) => this.#end(!hadError && this.#res.writableFinished)

  #end(whole: boolean): void {
    clearTimeout(this.#timer)
    watched.delete(this.#socket)
    this.#res.off('close', this.#sent)
    this.#socket.off('error', this.#reset)
    this.#socket.off('close', this.#closed)
    this.#resolve(whole)
  }
}
