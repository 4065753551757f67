import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { inject } from 'vitest'

type Outcome<T> = { readonly made: T } | { readonly failure: string }

/**
 * What `make` resolves to, made once a run, by whichever test file asks first for it by that name; the others wait, and fail where
 * it fails.
 * @param make is given a separate folder, which stays until the run ends
 */
export async function onceARun<T>(name: string, make: (folder: string) => Promise<T>): Promise<T> {
  const folder = join(inject('runFolder'), name)
  const done = join(folder, 'done.json')
  await mkdir(folder, { recursive: true })
  const isFirst = await mkdir(join(folder, 'making')).then(
    () => true,
    () => false,
  )
  const end = async (outcome: Outcome<T>) => {
    await writeFile(`${done}.new`, JSON.stringify(outcome))
    await rename(`${done}.new`, done)
  }
  if (isFirst) {
    await make(folder).then(
      (made) => end({ made }),
      async (error: unknown) => {
        await end({ failure: String(error) })
        throw error
      },
    )
  }
  for (;;) {
    const text = await readFile(done, 'utf8').catch(() => null)
    if (text === null) {
      await wait(50)
      continue
    }
    const outcome = JSON.parse(text) as Outcome<T>
    if ('failure' in outcome) throw new Error(`another test file could not make ${name}: ${outcome.failure}`)
    return outcome.made
  }
}
