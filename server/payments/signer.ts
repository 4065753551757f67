import { createRequire } from 'node:module'
import { Worker } from 'node:worker_threads'

/** Typed data of EIP-712 with its signature, as viem takes it. Addresses are in lower case. */
export interface SignedData {
  readonly domain: object
  readonly types: object
  readonly primaryType: string
  readonly message: Readonly<Record<string, string | bigint>>
  readonly signature: string
}

interface Told {
  readonly id: number
  readonly signer: string | null
}

interface Waiting {
  resolve(signer: string | null): void
  reject(error: Error): void
}

/** A text, because a thread reads no TypeScript: it is the same from source and as built. */
const source = `
const { parentPort, workerData } = require('node:worker_threads')
const { recoverTypedDataAddress } = require(workerData)
// on Linux a thread has a priority of its own: the one that serves goes first
const { getPriority, setPriority } = require('node:os')
if (process.platform === 'linux') setPriority(Math.min(19, getPriority() + 10))
parentPort.on('message', ({ id, data }) =>
  recoverTypedDataAddress(data).then(
    (signer) => parentPort.postMessage({ id, signer }),
    () => parentPort.postMessage({ id, signer: null }),
  ))
`

const waiting = new Map<number, Waiting>()
let last = 0
let thread: Worker | null = null

function begin(): Worker {
  const begun = new Worker(source, { eval: true, execArgv: [], workerData: createRequire(import.meta.url).resolve('viem') })
  begun.on('message', ({ id, signer }: Told) => {
    waiting.get(id)?.resolve(signer)
    waiting.delete(id)
    // a thread with nothing to do keeps no process
    if (waiting.size === 0) begun.unref()
  })
  begun.on('error', (error: Error) => {
    thread = null
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
  })
  return begun
}

/**
 * Address that signed, or null where none can be recovered. Found in a thread of its own, which also is the one that loads viem: it takes
 * a thousandth of a second or more, in which this one answers others. Rejects where the thread fails.
 */
export function signerOf(data: SignedData): Promise<string | null> {
  thread ??= begin()
  const id = ++last
  return new Promise((resolve, reject) => {
    waiting.set(id, { resolve, reject })
    thread!.ref()
    thread!.postMessage({ id, data })
  })
}
