import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /**
     * Folder of this run for what its test files share, made by whichever needs it first: homes of the sample feeds and of the real
     * recordings, and the tree as JavaScript.
     */
    runFolder: string
  }
}

/** TEST_RUN_FOLDER is a folder that the rings of one .ci/run share, so that each home is made by one of them; whoever sets it removes it. */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const shared = process.env['TEST_RUN_FOLDER']
  if (shared !== undefined) {
    await mkdir(shared, { recursive: true })
    project.provide('runFolder', shared)
    return undefined
  }
  const folder = await mkdtemp(join(tmpdir(), 'briefing-run-'))
  project.provide('runFolder', folder)
  return () => rm(folder, { recursive: true, force: true })
}
