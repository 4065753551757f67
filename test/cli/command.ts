import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { vi } from 'vitest'
import type { CommandContext } from '../../cli/command.ts'
import { readSettings, type Settings } from '../../cli/settings.ts'
import { compiled } from '../compiled.ts'
import { root } from '../house/tree.ts'

/** What an action gets of the program. */
export const runOf = (
  settings: Settings = readSettings({}),
  global: CommandContext['global'] = {},
  stopping = new AbortController().signal,
): CommandContext => ({ settings, global, stopping })

/** What a command prints, and the exit code it sets. */
export async function typed(command: () => unknown): Promise<{ text: string; code: number }> {
  const spy = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  const aside = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  process.exitCode = undefined
  try {
    await command()
    return { text: spy.mock.calls.map(([piece]) => String(piece)).join(''), code: Number(process.exitCode ?? 0) }
  } finally {
    spy.mockRestore()
    aside.mockRestore()
    process.exitCode = undefined
  }
}

/** `briefing --json` in a process of its own: its exit code, and what it prints on either output. */
export function briefing(...words: string[]): Promise<{ code: number; out: string; said: string }> {
  const options = { cwd: root, env: { ...process.env, BRIEFING_BUYER_KEY: '' }, maxBuffer: 64_000_000 }
  return promisify(execFile)(process.execPath, [compiled('cli/briefing.ts'), '--json', ...words], options).then(
    ({ stdout, stderr }) => ({ code: 0, out: stdout, said: stderr }),
    ({ code, stdout, stderr }) => ({ code, out: stdout, said: stderr }),
  )
}

/** The same of a command with --json. */
export async function run<T>(command: (global: { json: boolean }) => unknown): Promise<{ printed: T; code: number }> {
  const { text, code } = await typed(() => command({ json: true }))
  return { printed: JSON.parse(text) as T, code }
}
