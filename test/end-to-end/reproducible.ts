import { join } from 'node:path'
import { expect } from 'vitest'
import { command as rebuild } from '../../cli/commands/rebuild.ts'
import { readSettings } from '../../cli/settings.ts'
import { runOf } from '../cli/command.ts'
import { copyHome, refreshHome, type SharedHome, type sampleRun } from './home.ts'
import { hashesOf, rowsOf } from './tree.ts'

/** `briefing rebuild` without what it prints. */
export async function rebuildQuietly(folder: string): Promise<void> {
  const write = process.stdout.write.bind(process.stdout)
  process.stdout.write = () => true
  try {
    await rebuild.action(runOf(readSettings({}), { json: true }), { home: folder })
  } finally {
    process.stdout.write = write
  }
}

/**
 * That a home refreshed by `run` is what a second run leaves of it, what a replay of its tape makes, and, as to its rows, what a rebuild from
 * its recordings makes.
 */
export async function expectReproducible(
  shared: SharedHome,
  run: typeof sampleRun & { readonly only?: string[] },
  home: (like?: string) => Promise<string>,
): Promise<void> {
  const first = await home(shared.folder)
  const artifacts = await hashesOf(join(first, 'artifacts'))
  const rows = await rowsOf(join(first, 'store.duckdb'))
  const unreachable = () => ({ name: 'sample', fetch: () => Promise.reject(new Error('not asked')) }) as const
  await refreshHome(first, { ...run, transport: unreachable, only: ['worldbank-prices'] })
  expect(await hashesOf(join(first, 'artifacts'))).toEqual(artifacts)

  const replayed = await home()
  const { asOf, now } = run
  const result = await refreshHome(replayed, { feeds: { kind: 'recorded', folder: shared.tape }, asOf, now })
  expect(result).toMatchObject({ untakenCount: 0, refused: 0 })
  expect(await rowsOf(join(replayed, 'store.duckdb'))).toEqual(rows)
  expect(await hashesOf(join(replayed, 'artifacts'))).toEqual(artifacts)

  const rebuilt = await home()
  await copyHome(join(first, 'recordings'), join(rebuilt, 'recordings'))
  await rebuildQuietly(rebuilt)
  expect(await rowsOf(join(rebuilt, 'store.duckdb'))).toEqual(rows)
}
