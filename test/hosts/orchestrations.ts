/** Small orchestrations, each one clause of what both hosts promise. */
import type { Host } from '../../workflows/host.ts'
import type { ContractActivities, ErrorKind } from './activities.ts'

type Contract = Host<ContractActivities>

export interface Caught {
  readonly name: string
  readonly code: string | undefined
  readonly message: string
  readonly facts: unknown
}

export function caught(error: unknown): Caught {
  const { name, code, message, facts } = error as Error & { code?: string; facts?: unknown }
  return { name, code, message, facts }
}

export async function callFlaky(
  host: Contract,
  input: { key: string; failures: number; kind: ErrorKind; retryAfterMs?: number },
): Promise<{ attempt: number }> {
  return host.activities.flaky(input)
}

export async function catchFlaky(host: Contract, input: { key: string; kind: ErrorKind }): Promise<Caught | null> {
  try {
    await host.activities.flaky({ ...input, failures: 99 })
    return null
  } catch (error) {
    return caught(error)
  }
}

export async function callLate(host: Contract, input: { key: string; lates: number }): Promise<{ attempt: number }> {
  return host.activities.late(input)
}

export async function callResuming(host: Contract, input: { key: string }): Promise<{ resumedAt: unknown }> {
  return host.activities.resuming(input)
}

/** Two calls in turn, the second one in a child run. */
export async function callTwice(host: Contract, input: { key: string }): Promise<void> {
  await host.activities.resuming(input)
  await host.child(callResuming, input)
}

/** What an activity sees of values that JSON changes, and how those that it cannot carry are refused. */
export async function sendShapes(
  host: Contract,
  input: { key: string },
): Promise<{ seen: unknown; keys: string[]; refused: Caught[] }> {
  const value = {
    day: new Date(Date.UTC(2026, 10, 20)),
    missing: undefined,
    list: [1, null, undefined, 'x'],
    deep: { a: [{ b: true }] },
  }
  const { value: seen, keys } = await host.activities.echo({ key: input.key, value })
  const refused: Caught[] = []
  for (const bad of [{ n: 1n }, { n: Number.NaN }, { m: new Map([[1, 2]]) }, { bytes: new Uint8Array(2) }]) {
    await host.activities.echo({ key: `${input.key}-bad`, value: bad }).catch((error: unknown) => refused.push(caught(error)))
  }
  return { seen, keys, refused }
}

export async function sendNothing(host: Contract, input: { key: string }): Promise<string[]> {
  const { keys } = await host.activities.echo({ key: input.key, value: undefined })
  return keys
}

export async function sendText(host: Contract, input: { key: string; length: number }): Promise<{ length: number } | Caught> {
  try {
    const { value } = await host.activities.echo({ key: input.key, value: 'x'.repeat(input.length) })
    return { length: String(value).length }
  } catch (error) {
    return caught(error)
  }
}

export async function receive(
  host: Contract,
  input: { key: string; what: 'large' | 'fits' | 'bigint' },
): Promise<{ length: number } | Caught> {
  try {
    return { length: String(await host.activities.produce(input)).length }
  } catch (error) {
    return caught(error)
  }
}

export async function returnLarge(_host: Contract, input: { length: number }): Promise<string> {
  return 'x'.repeat(input.length)
}

export async function waitForEver(host: Contract, input: { key: string }): Promise<void> {
  await host.activities.endless(input)
}

/** Keeps how it ended, also after it was cancelled. */
export async function keepEnd(host: Contract, input: { key: string }): Promise<void> {
  try {
    await host.activities.endless(input)
  } catch (error) {
    await host.activities.keep({ key: input.key, how: (error as Error).name })
    throw error
  }
}

/** One lane fails while the other would work for ever. */
export async function failBeside(host: Contract, input: { key: string }): Promise<void> {
  const lane = async () => {
    await host.activities.endless(input)
    await host.activities.echo({ key: `${input.key}-after` })
  }
  const failing = async () => {
    await host.activities.fetchPage({ key: input.key, page: 40 })
    await host.activities.flaky({ key: input.key, failures: 99, kind: 'parse' })
  }
  await Promise.all([lane(), failing()])
}

/** Pages through a window, two steps a page, the second in its own queue. */
export async function pageThrough(
  host: Contract,
  input: { key: string; pages: number; window: number },
): Promise<{ order: number[]; rows: number }> {
  const order = new Array<number>(input.pages)
  let rows = 0
  let next = 0
  const lane = async () => {
    while (next < input.pages) {
      const page = next++
      const fetched = await host.activities.fetchPage({ key: input.key, page })
      const loaded = await host.activities.loadPage({ key: input.key, ...fetched })
      order[page] = fetched.page
      rows += loaded.rows
    }
  }
  await Promise.all(Array.from({ length: input.window }, lane))
  return { order, rows }
}

export async function readClock(host: Contract, input: { key: string }): Promise<number[]> {
  const times = [host.now()]
  await host.activities.echo({ key: input.key })
  times.push(host.now())
  return times
}

export async function breakDown(_host: Contract, _input: object): Promise<never> {
  throw new TypeError('a bug in the orchestration')
}

export async function speak(host: Contract, input: { key: string }): Promise<void> {
  host.log.info(`orchestration says ${input.key}`, { figure: 5 })
  host.log.warn(`orchestration warns ${input.key}`, { figure: 6 })
  await host.activities.say(input)
}
