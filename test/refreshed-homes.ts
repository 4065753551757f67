import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** Folder of this run, in which homes of the sample feeds and of the real recordings are made once, by whichever file needs them first. */
    refreshedHomes: string
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'briefing-homes-'))
  project.provide('refreshedHomes', folder)
  return () => rm(folder, { recursive: true, force: true })
}
