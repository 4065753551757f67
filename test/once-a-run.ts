import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { inject } from 'vitest'

/**
 * What `make` resolves to, made once a run, by whichever test file asks first for it by that name; the others wait.
 * @param make is given a folder of its own, which stays until the run ends
 */
export async function onceARun<T>(name: string, make: (folder: string) => Promise<T>): Promise<T> {
  const folder = join(inject('runFolder'), name)
  const done = join(folder, 'done.json')
  await mkdir(folder, { recursive: true })
  const isFirst = await mkdir(join(folder, 'making')).then(
    () => true,
    () => false,
  )
  if (isFirst) {
    await writeFile(`${done}.new`, JSON.stringify(await make(folder)))
    await rename(`${done}.new`, done)
  }
  for (;;) {
    const text = await readFile(done, 'utf8').catch(() => null)
    if (text !== null) return JSON.parse(text) as T
    await wait(50)
  }
}
