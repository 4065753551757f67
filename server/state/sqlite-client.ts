import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { inOne } from './in-one.ts'
import type { Asked, Failure, Told } from './sqlite-file.ts'

/** Rows of a statement that gives rows, or how many rows another one changed. */
export interface Outcome {
  readonly rows: readonly unknown[]
  readonly changes?: number
}

interface Waiting {
  resolve(outcome: Outcome): void
  reject(error: Error): void
}

/**
 * An SQLite file that is open in a thread of its own: nothing that is done to the file holds up this one. Statements run in the order they
 * are asked, but for those that wait for the transaction of another connection. A thread with nothing to do keeps no process.
 */
export class SqliteClient {
  readonly #thread: Worker
  readonly #send = inOne<Asked | 'close'>((all) => this.#thread.postMessage(all))
  readonly #waiting = new Map<number, Waiting>()
  readonly #exit: Promise<void>
  #last = 0
  #connections = 0
  #ended: Error | null = null
  /** Resolves when the file is open; rejects with the driver's error where it cannot be opened. */
  readonly opened: Promise<unknown>

  constructor(path: string) {
    this.#thread = started(path)
    this.#exit = new Promise((resolve) => this.#thread.once('exit', () => resolve()))
    this.#thread.on('message', (all: readonly Told[]) => this.#told(all))
    this.#thread.on('error', (error: Error) => this.#end(error))
    this.#thread.on('exit', () => this.#end(new Error('the thread of the state store ended')))
    this.opened = this.#answer(0)
    this.opened.catch(() => {})
  }

  /** Whether the thread is gone, and everything asked for fails. */
  get ended(): boolean {
    return this.#ended !== null
  }

  /** A number for statements that may belong to one transaction. */
  connect(): number {
    return ++this.#connections
  }

  /** Resolves when the statement is done, and what it wrote, or its transaction, is on disk. Rejects with the driver's error. */
  ask(statement: Omit<Asked, 'id'>): Promise<Outcome> {
    if (this.#ended !== null) return Promise.reject(this.#ended)
    const id = ++this.#last
    if (this.#waiting.size === 0) this.#thread.ref()
    this.#send({ id, ...statement })
    return this.#answer(id)
  }

  /** Closes the file, after what was asked before. */
  async close(): Promise<void> {
    this.#thread.ref()
    this.#send('close')
    await this.#exit
  }

  #answer(id: number): Promise<Outcome> {
    return new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject }))
  }

  #told(all: readonly Told[]): void {
    for (const told of all) {
      const waiting = this.#waiting.get(told.id)
      this.#waiting.delete(told.id)
      if ('failed' in told) waiting?.reject(errorOf(told.failed))
      else waiting?.resolve('rows' in told ? told : { rows: [], changes: told.changes })
    }
    if (this.#waiting.size === 0) this.#thread.unref()
  }

  #end(error: Error): void {
    this.#ended ??= error
    for (const { reject } of this.#waiting.values()) reject(this.#ended)
    this.#waiting.clear()
  }
}

function errorOf({ name, message, code }: Failure): Error {
  return Object.assign(new Error(message), { name, code })
}

/** From source the thread reads TypeScript by tsx; as built it is JavaScript. */
function started(path: string): Worker {
  const options = { workerData: path, execArgv: [] }
  if (!import.meta.url.endsWith('.ts')) return new Worker(new URL('./sqlite-thread.js', import.meta.url), options)
  const files = [createRequire(import.meta.url).resolve('tsx/cjs'), fileURLToPath(new URL('./sqlite-thread.ts', import.meta.url))]
  return new Worker(files.map((file) => `require(${JSON.stringify(file)})`).join('\n'), { ...options, eval: true })
}
