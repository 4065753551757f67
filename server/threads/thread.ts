import { createRequire } from 'node:module'
import { basename } from 'node:path'
import { Worker } from 'node:worker_threads'
import { errorOf, type Failure } from './failure.ts'
import { inOne } from './in-one.ts'

export interface Question<Q> {
  readonly id: number
  readonly question: Q
}

/** What crosses to a thread: questions by number, or the word to end. */
export type Sent<Q> = Question<Q> | 'close'

/** What crosses back: what a question came to, or something nobody asked for. */
export type Told<A> =
  | { readonly id: number; readonly answer: A }
  | { readonly id: number; readonly failed: Failure }
  | { readonly said: unknown }

interface Waiting<A> {
  resolve(answer: A): void
  reject(error: Error): void
}

export interface ThreadOptions {
  /** Is told what the thread says without being asked. */
  readonly hear?: (said: unknown) => void
  /** Whether the thread imports more while it runs. */
  readonly lazy?: boolean
}

/** A thread that has not ended so long after it was told to is ended. */
const longestEndMs = 5_000

/**
 * A thread that answers questions; on its side `answerQuestions` does. Those of one turn of the event loop cross together. A thread that owes no
 * answer keeps no process.
 */
export class Thread<Q, A> {
  readonly #worker: Worker
  readonly #send = inOne<Sent<Q>>((all) => this.#worker.postMessage(all))
  readonly #waiting = new Map<number, Waiting<A>>()
  readonly #exit: Promise<void>
  #last = 0
  #ended: Error | null = null
  /** Resolves when the thread is ready; rejects with the error that hindered it. */
  readonly opened: Promise<unknown>

  /**
   * @param module as built, such as `new URL('./sqlite-thread.js', import.meta.url)`
   * @param data what the thread begins with
   */
  constructor(module: URL, data: unknown, { hear = () => {}, lazy = false }: ThreadOptions = {}) {
    this.#worker = started(module, data, lazy)
    this.#exit = new Promise((resolve) => this.#worker.once('exit', () => resolve()))
    this.#worker.on('message', (all: readonly Told<A>[]) => {
      for (const told of all)
        if ('said' in told) hear(told.said)
        else this.#settle(told)
      if (this.#waiting.size === 0) this.#worker.unref()
    })
    this.#worker.on('error', (error: Error) => this.#end(error))
    this.#worker.on('exit', () => this.#end(new Error(`${basename(module.pathname, '.js')} ended`)))
    this.opened = this.#answer(0)
    this.opened.catch(() => {})
  }

  /** Whether the thread is gone, and every question fails. */
  get ended(): boolean {
    return this.#ended !== null
  }

  /** Rejects with the thread's error, and where it ends before it answers. */
  ask(question: Q): Promise<A> {
    if (this.#ended !== null) return Promise.reject(this.#ended)
    const id = ++this.#last
    if (this.#waiting.size === 0) this.#worker.ref()
    this.#send({ id, question })
    return this.#answer(id)
  }

  /** Ends the thread, after what was asked before. */
  async close(): Promise<void> {
    if (this.#ended !== null) return
    this.#worker.ref()
    this.#send('close')
    const late = setTimeout(() => void this.#worker.terminate(), longestEndMs)
    await this.#exit
    clearTimeout(late)
  }

  #answer(id: number): Promise<A> {
    return new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject }))
  }

  #settle(told: Exclude<Told<A>, { said: unknown }>): void {
    const waiting = this.#waiting.get(told.id)
    if ('answer' in told) waiting?.resolve(told.answer)
    else if (told.id === 0) this.#end(errorOf(told.failed))
    else waiting?.reject(errorOf(told.failed))
    this.#waiting.delete(told.id)
  }

  #end(error: Error): void {
    this.#ended ??= error
    for (const { reject } of this.#waiting.values()) reject(this.#ended)
    this.#waiting.clear()
  }
}

/**
 * As built a thread is JavaScript. From source tsx reads TypeScript for it: at once by `require`; what is imported later, by a loader that
 * is slow to begin.
 */
function started(module: URL, workerData: unknown, lazy: boolean): Worker {
  const options = { workerData, execArgv: [] }
  if (!import.meta.url.endsWith('.ts')) return new Worker(module, options)
  const source = JSON.stringify(module.href.replace(/\.js$/, '.ts'))
  const loader = JSON.stringify(import.meta.resolve('tsx/esm/api'))
  const script = lazy
    ? `import(${loader}).then(({ register }) => (register(), import(${source})))`
    : `require(${JSON.stringify(createRequire(import.meta.url).resolve('tsx/cjs'))}); require(require('node:url').fileURLToPath(${source}))`
  return new Worker(script, { ...options, eval: true })
}
