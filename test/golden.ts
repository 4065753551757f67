import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect } from 'vitest'

/** Expects `made` to equal a file of `test/golden/`, and writes a file that is missing: a change of a document is accepted by removing it. */
export async function expectGolden(name: string, made: string): Promise<void> {
  const path = join(import.meta.dirname, 'golden', name)
  const standing = await readFile(path, 'utf8').catch(() => null)
  if (standing === null && !process.env['CI']) {
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, made)
  } else expect(made, `test/golden/${name}: remove the file and run again to accept the change`).toBe(standing)
}
