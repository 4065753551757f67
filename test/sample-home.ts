import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** Folder of this run, in which the home of the sample feeds is made once, by whichever file needs it first. */
    sampleHomes: string
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'briefing-sample-'))
  project.provide('sampleHomes', folder)
  return () => rm(folder, { recursive: true, force: true })
}
