import { onTestFinished } from 'vitest'
import { closedAfter } from '../closed-after.ts'
import { edition, type Running, type RunningOptions, running } from './fixture.ts'
import { type KeyHolders, type KeyHoldersOptions, keyHolders } from './key-holders.ts'

/** What a test opened, closed when that test is over: what was opened last is closed first. */
export function closedAfterTest<Opened extends { close(): unknown }>(opened: Opened): Opened {
  onTestFinished(async () => void (await opened.close()))
  return opened
}

/** What a key is sent in. */
export const withKey = (key: string): { readonly headers: Record<string, string> } => ({ headers: { 'x-api-key': key } })

/** A server with a key holder of every plan, until the tests of the file or group are over. */
export async function served(
  view: Parameters<typeof running>[0] = edition({ edition: 'e1' }),
  options: RunningOptions = {},
  holding: KeyHoldersOptions = {},
): Promise<{ readonly holders: KeyHolders; readonly server: Running }> {
  const holders = closedAfter(await keyHolders(holding))
  return { holders, server: closedAfter(await running(view, { gate: holders.gate, ...options })) }
}
