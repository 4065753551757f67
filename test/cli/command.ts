import { vi } from 'vitest'

/** What a command prints with --json, and the exit code it sets. */
export async function run<T>(command: (global: { json: boolean }) => unknown): Promise<{ printed: T; code: number }> {
  const spy = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  process.exitCode = undefined
  try {
    await command({ json: true })
    const text = spy.mock.calls.map(([piece]) => String(piece)).join('')
    return { printed: JSON.parse(text) as T, code: Number(process.exitCode ?? 0) }
  } finally {
    spy.mockRestore()
    process.exitCode = undefined
  }
}
