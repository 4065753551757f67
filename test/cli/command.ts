import { vi } from 'vitest'
import type { Run } from '../../cli/command.ts'
import { readSettings, type Settings } from '../../cli/settings.ts'

/** What an action gets of the program. */
export const runOf = (
  settings: Settings = readSettings({}),
  global: Run['global'] = {},
  stopping = new AbortController().signal,
): Run => ({ settings, global, stopping })

/** What a command prints, and the exit code it sets. */
export async function typed(command: () => unknown): Promise<{ text: string; code: number }> {
  const spy = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  process.exitCode = undefined
  try {
    await command()
    return { text: spy.mock.calls.map(([piece]) => String(piece)).join(''), code: Number(process.exitCode ?? 0) }
  } finally {
    spy.mockRestore()
    process.exitCode = undefined
  }
}

/** The same of a command with --json. */
export async function run<T>(command: (global: { json: boolean }) => unknown): Promise<{ printed: T; code: number }> {
  const { text, code } = await typed(() => command({ json: true }))
  return { printed: JSON.parse(text) as T, code }
}
