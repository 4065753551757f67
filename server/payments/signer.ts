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
const { hashTypedData, keccak256 } = require(workerData.viem)
const { recover } = require(workerData.secp256k1)
// on Linux a thread has a priority of its own: the one that serves goes first
const { getPriority, setPriority } = require('node:os')
if (process.platform === 'linux') setPriority(Math.min(19, getPriority() + 10))
function signerOf({ signature, ...data }) {
  const bytes = Buffer.from(signature.slice(2), 'hex')
  const parity = [0, 1].find((bit) => bytes[64] === bit || bytes[64] === 27 + bit)
  if (bytes.length !== 65 || parity === undefined) return null
  const hash = Buffer.from(hashTypedData(data).slice(2), 'hex')
  const key = recover(hash, bytes.subarray(0, 64), parity, false)
  return key && '0x' + keccak256(key.subarray(1)).slice(-40)
}
parentPort.on('message', ({ id, data }) => {
  let signer = null
  try {
    signer = signerOf(data)
  } catch {}
  parentPort.postMessage({ id, signer })
})
`

const waiting = new Map<number, Waiting>()
let last = 0
let thread: Worker | null = null

function begin(): Worker {
  const { resolve } = createRequire(import.meta.url)
  const workerData = { viem: resolve('viem'), secp256k1: resolve('tiny-secp256k1') }
  const begun = new Worker(source, { eval: true, execArgv: [], workerData })
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
 * Address that signed, in lower case, or null where none can be recovered. Found in a thread of its own, which also is the one that loads
 * viem. That hashes; the point is recovered by libsecp256k1 as WebAssembly, in an eighth of the time it takes with big integers. Rejects
 * where the thread fails.
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
