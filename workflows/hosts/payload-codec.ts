import { InputError } from '../../pipeline/errors.ts'
import { maxPayloadBytes } from '../host.ts'

/**
 * The JSON text of a value that goes between an orchestration and an activity, the same in both hosts: dates become strings, members
 * that are undefined disappear, and `undefined` itself stays undefined. `what` names the value in errors, such as `input of fetch`.
 * @throws InputError `PAYLOAD_NOT_JSON` for what JSON would lose without a word (bigint, NaN, Infinity, Map, Set, bytes, functions, cycles)
 * @throws InputError `PAYLOAD_TOO_LARGE` over `maxPayloadBytes` of UTF-8
 */
export function encodePayload(value: unknown, what: string): string | undefined {
  if (value === undefined) return undefined
  let text: string | undefined
  try {
    text = JSON.stringify(value, keepOrRefuse)
  } catch (error) {
    const reason = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)
    throw new InputError(
      'PAYLOAD_NOT_JSON',
      `${what} does not survive as JSON (${reason}); send plain values, or a key of the blob store`,
    )
  }
  if (text === undefined)
    throw new InputError('PAYLOAD_NOT_JSON', `${what} is a ${typeof value}; send plain values, or a key of the blob store`)
  const bytes = new TextEncoder().encode(text).byteLength
  if (bytes <= maxPayloadBytes) return text
  const message = `${what} is ${bytes} bytes, the limit is ${maxPayloadBytes}; put it in the blob store and send its key`
  throw new InputError('PAYLOAD_TOO_LARGE', message, { bytes, limit: maxPayloadBytes })
}

export function decodePayload(text: string | undefined): unknown {
  return text === undefined ? undefined : JSON.parse(text)
}

/** A value as the other side sees it. Errors as of `encode`. */
export function roundTrip<T>(value: T, what: string): T {
  return decodePayload(encodePayload(value, what)) as T
}

const lossy = new Set(['Map', 'Set', 'WeakMap', 'WeakSet', 'ArrayBuffer', 'SharedArrayBuffer', 'Promise', 'RegExp'])

/** Sees each value as it was before `toJSON`, which has already been called on `json`. */
function keepOrRefuse(this: Record<string, unknown>, key: string, json: unknown): unknown {
  const value = this[key]
  const where = key === '' ? 'the value' : `"${key}"`
  if (typeof value === 'bigint') throw new TypeError(`${where} is a bigint`)
  if (typeof value === 'number' && !Number.isFinite(value)) throw new TypeError(`${where} is ${value}`)
  if (typeof value === 'function' || typeof value === 'symbol') throw new TypeError(`${where} is a ${typeof value}`)
  if (typeof value === 'object' && value !== null) {
    // By tag, not instanceof: the Temporal sandbox has its own set of built-ins.
    const tag = Object.prototype.toString.call(value).slice(8, -1)
    if (lossy.has(tag) || ArrayBuffer.isView(value)) throw new TypeError(`${where} is a ${tag}`)
    if (tag === 'Date' && json === null) throw new TypeError(`${where} is an invalid date`)
  }
  return json
}
