import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach } from 'vitest'

/** What a file or a group of tests opened, closed when its tests are over: what was opened last is closed first. */
export function closedAfter<Opened extends { close(): unknown }>(opened: Opened): Opened {
  afterAll(() => opened.close())
  return opened
}

const made = () => mkdtemp(join(tmpdir(), 'briefing-'))
const removed = (folder: string) => rm(folder, { recursive: true, force: true, maxRetries: 10 })

/** A folder of a file or a group of tests. */
export async function folderOfTests(): Promise<string> {
  const folder = await made()
  afterAll(() => removed(folder))
  return folder
}

/** A folder of its own for each test, given to the group before it. */
export function folderOfEachTest(give: (folder: string) => void): void {
  let folder: string
  beforeEach(async () => {
    folder = await made()
    give(folder)
  })
  afterEach(() => removed(folder))
}
