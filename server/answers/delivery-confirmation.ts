import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

/**
 * How long after an answer a connection that is neither used again nor closed may show that nobody read it, before the answer counts as read.
 * Longer than a busy client takes to read what has come: one that leaves later and sends the credential again immediately might be refused.
 */
const doubtfulMs = 3_000
const longestReportMs = 1_000
/** How long a connection that ends with an answer is left to the client to close. */
const lingerMs = 250

/** The last answer of each connection whose end is reported to somebody. */
const watched = new WeakMap<Socket, DeliveryConfirmation>()
/** Answers whose connection has not ended, nor been used again. */
const unreported = new Set<DeliveryConfirmation>()
/** Reports that are being made. */
const reports = new Set<Promise<void>>()

/**
 * Whether the answer to a request arrives, watched from before the answer is made. The kernel accepts a short answer immediately, even when the
 * client has gone. A client that closes with the answer unread causes a reset; if it closed before the answer was sent, Linux reports an
 * orderly end instead, and only the next write fails. So an answer counts as arrived when it was sent whole and its connection is then used
 * again, closed in order, or left open for three seconds. A later reset revokes that, unless the client has sent another request since.
 */
export class DeliveryConfirmation {
  readonly #socket: Socket
  readonly #res: ServerResponse
  #outcome: boolean | null = null
  #report: ((whole: boolean) => Promise<void>) | null = null
  #reported = Promise.resolve()
  #timer: NodeJS.Timeout | undefined
  /** Bytes of requests that had come when the answer was sent. */
  #bytesAsked = 0

  constructor({ socket }: IncomingMessage, res: ServerResponse) {
    this.#socket = socket
    this.#res = res
    if (socket.destroyed) {
      this.#outcome = false
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
   * Calls `report` with whether the answer arrived, and once more with false where a later reset shows that it did not. From now on a
   * connection that ends with this answer is closed in steps (RFC 9112, 9.6): clients close it themselves when they have read the answer; our
   * side ends soon after, the whole when the client has closed its side. One closed immediately reports no reset.
   */
  report(report: (whole: boolean) => Promise<void>): void {
    this.#report = report
    watched.set(this.#socket, this)
    if (this.#outcome === null) unreported.add(this)
    this.#socket.destroySoon = () => void setTimeout(() => this.#socket.end(), lingerMs).unref()
    this.#socket.prependOnceListener('end', this.#probe)
    if (this.#outcome !== null) this.#tell(this.#outcome)
  }

  /** Resolves when the event loop has seen what the connection did until now, so that no answer goes to a client that has closed it. */
  async pollConnection(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve))
  }

  /**
   * Resolves when the answer before on this connection, if it is watched, is reported: whoever asks for more has read it. A report that takes
   * longer than a second is not waited for.
   */
  static async ofEarlier({ socket }: IncomingMessage): Promise<void> {
    const earlier = watched.get(socket)
    if (earlier === undefined) return
    earlier.#end(earlier.#outcome ?? earlier.#res.writableFinished)
    await Promise.race([earlier.#reported, wait(longestReportMs, undefined, { ref: false })])
  }

  /** Resolves when the answers of connections that have ended are reported: whoever stops the server closes what they write to after that. */
  static async allReported(): Promise<void> {
    // a server tells that its last connection has ended before that connection tells it itself
    await Promise.allSettled([...unreported].map((each) => once(each.#socket, 'close')))
    while (reports.size > 0) await Promise.allSettled(reports)
  }

  readonly #sent = () => {
    if (this.#report === null || !this.#res.writableFinished) {
      this.#end(this.#res.writableFinished)
      return
    }
    this.#bytesAsked = this.#socket.bytesRead
    this.#timer = setTimeout(() => {
      this.#tell(true)
      if (this.#socket.writableEnded) this.#socket.destroy()
    }, doubtfulMs).unref()
  }

  /** The other side has closed. A write, though of no byte, fails where a reset came before. */
  readonly #probe = () => {
    if (this.#res.writableFinished && this.#socket.writable) this.#socket.write('')
  }

  readonly #reset = () => this.#end(this.#outcome === true && this.#socket.bytesRead > this.#bytesAsked)

  readonly #closed = (hadError: boolean) => this.#end(this.#outcome ?? (!hadError && this.#res.writableFinished))

  #end(whole: boolean): void {
    clearTimeout(this.#timer)
    watched.delete(this.#socket)
    unreported.delete(this)
    this.#res.off('close', this.#sent)
    this.#socket.off('error', this.#reset)
    this.#socket.off('close', this.#closed)
    this.#socket.off('end', this.#probe)
    if (this.#outcome !== whole) this.#tell(whole)
  }

  #tell(whole: boolean): void {
    this.#outcome = whole
    const report = this.#report
    if (report === null) return
    const reported = this.#reported.then(() => report(whole))
    this.#reported = reported
    reports.add(reported)
    const done = () => void reports.delete(reported)
    reported.then(done, done)
  }
}
