import { basename } from 'node:path'
import { parentPort, Worker, workerData } from 'node:worker_threads'

/** An object that lives in a thread of its own: its methods take and give what `postMessage` can copy. `close` is called last. */
interface Closable {
  close(): Promise<void>
}

/** A method to call. `close` has no answer: the thread ends. */
interface Call {
  readonly id: number
  readonly method: string
  readonly input: readonly unknown[]
}

/** What a call came to, or an event that nobody asked for. Id 0 is the opening of the thread. */
type Message = { id: number; result: unknown } | { id: number; failure: Failure } | { event: unknown }

/** An error as it crosses from one thread to another; `postMessage` would drop its code, such as SQLITE_BUSY. */
interface Failure {
  readonly name: string
  readonly message: string
  readonly code: unknown
}

interface Pending {
  resolve(result: unknown): void
  reject(error: Error): void
}

/** A thread that has not ended this long after it was asked to is terminated. */
const longestEndMs = 5_000

/**
 * The side of a thread that calls: an object of the type `M` is open in the other one, where `answerCalls` waits. The calls of one turn of
 * the event loop cross together. While no call is pending, the thread does not keep the process alive.
 */
export class Thread<M extends Closable> {
  readonly #worker: Worker
  readonly #send = batch<Call>((calls) => this.#worker.postMessage(calls))
  readonly #pending = new Map<number, Pending>()
  readonly #exit: Promise<void>
  #last = 0
  #ended: Error | null = null
  /** Resolves when the thread is ready; rejects with the error that hindered it. */
  readonly opened: Promise<unknown>

  /**
   * @param module as built, such as `new URL('./sqlite-thread.js', import.meta.url)`
   * @param data what the thread begins with
   * @param hear is given each event of the thread
   */
  constructor(module: URL, data: unknown, hear: (event: unknown) => void = () => {}) {
    this.#worker = new Worker(module, { workerData: data, execArgv: [] })
    this.#exit = new Promise((resolve) => this.#worker.once('exit', () => resolve()))
    this.#worker.on('message', (messages: readonly Message[]) => {
      for (const message of messages)
        if ('event' in message) hear(message.event)
        else this.#settle(message)
      if (this.#pending.size === 0) this.#worker.unref()
    })
    this.#worker.on('error', (error: Error) => this.#end(error))
    this.#worker.on('exit', () => this.#end(new Error(`${basename(module.pathname, '.js')} ended`)))
    this.opened = this.#resultOf(0)
    this.opened.catch(() => {})
  }

  /** Whether the thread is gone, and every call fails. */
  get ended(): boolean {
    return this.#ended !== null
  }

  /** Rejects with the error of the method, and where the thread ends before it answers. */
  call<K extends Exclude<keyof M, 'close'> & string>(
    method: K,
    ...input: M[K] extends (...input: infer I) => unknown ? I : never
  ): M[K] extends (...input: never[]) => infer R ? R : never {
    if (this.#ended !== null) return Promise.reject(this.#ended) as ReturnType<typeof this.call<K>>
    const id = ++this.#last
    if (this.#pending.size === 0) this.#worker.ref()
    this.#send({ id, method, input })
    return this.#resultOf(id) as ReturnType<typeof this.call<K>>
  }

  /** Ends the thread, after what was called before. */
  async close(): Promise<void> {
    if (this.#ended !== null) return
    this.#worker.ref()
    this.#send({ id: ++this.#last, method: 'close', input: [] })
    const late = setTimeout(() => void this.#worker.terminate(), longestEndMs)
    await this.#exit
    clearTimeout(late)
  }

  #resultOf(id: number): Promise<unknown> {
    return new Promise((resolve, reject) => this.#pending.set(id, { resolve, reject }))
  }

  #settle(message: Exclude<Message, { event: unknown }>): void {
    const pending = this.#pending.get(message.id)
    if ('result' in message) pending?.resolve(message.result)
    else if (message.id === 0) this.#end(errorOf(message.failure))
    else pending?.reject(errorOf(message.failure))
    this.#pending.delete(message.id)
  }

  #end(error: Error): void {
    this.#ended ??= error
    for (const { reject } of this.#pending.values()) reject(this.#ended)
    this.#pending.clear()
  }
}

/**
 * The side of a thread that answers.
 *
 * @param open opens the object whose methods are called, with what the thread began with; what it throws is what `opened` rejects with, and
 * the thread ends
 */
export async function answerCalls<D, M extends Closable>(
  open: (data: D, emit: (event: unknown) => void) => Promise<M> | M,
): Promise<void> {
  const port = parentPort!
  const send = batch<Message>((messages) => port.postMessage(messages))
  // after the messages that were just sent
  const end = () => setImmediate(() => port.close())
  try {
    const methods = await open(workerData as D, (event) => send({ event }))
    const answer = ({ id, method, input }: Call) =>
      (methods as unknown as Record<string, (...input: readonly unknown[]) => Promise<unknown>>)[method]!(...input).then(
        (result) => send({ id, result }),
        (error: unknown) => send({ id, failure: failureOf(error) }),
      )
    port.on('message', (calls: readonly Call[]) => {
      for (const call of calls)
        if (call.method === 'close') void methods.close().finally(end)
        else void answer(call)
    })
    send({ id: 0, result: null })
  } catch (error) {
    send({ id: 0, failure: failureOf(error) })
    end()
  }
}

/** Collects the items of one turn of the event loop and sends them in one message: waking the other thread costs more than most of them. */
function batch<T>(send: (items: readonly T[]) => void): (item: T) => void {
  let collected: T[] = []
  return (item) => {
    if (collected.push(item) > 1) return
    setImmediate(() => {
      const items = collected
      collected = []
      send(items)
    })
  }
}

function failureOf(error: unknown): Failure {
  const { name, message, code } = error as Error & { code?: unknown }
  return { name, message, code }
}

function errorOf({ name, message, code }: Failure): Error {
  return Object.assign(new Error(message), { name, code })
}
