import { copyFile, writeFile } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { bundleWorkflows } from '../../workflows/bundle.ts'
import { compiled } from '../compiled.ts'
import { root } from '../house/tree.ts'
import { onceARun } from '../once-a-run.ts'

const production = 'workflows/index.ts'

/** The code that workers run, of an entry from the root; bundled once a run. */
export function bundled(entry: string = production): Promise<{ codePath: string }> {
  return onceARun(`bundle-${basename(resolve(entry, '..'))}`, async (folder) => {
    const codePath = join(folder, 'workflows.js')
    await writeFile(codePath, await bundleWorkflows(join(root, entry)))
    return { codePath }
  })
}

/** Puts the bundle where the command of `compiled` looks for that of a built checkout. */
export async function bundleForCommand(): Promise<void> {
  const { codePath } = await bundled()
  await copyFile(codePath, compiled('workflow-bundle.js'))
}
