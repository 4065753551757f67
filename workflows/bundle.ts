import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { bundleWorkflowCode, DefaultLogger, type WorkflowBundleOption } from '@temporalio/worker'

/** Where `npm run build` puts the bundle, seen from the built `dist/workflows/`. */
const prebuilt = fileURLToPath(new URL('../workflow-bundle.js', import.meta.url))
const fromSource = import.meta.url.endsWith('.ts')

/**
 * The code of the Temporal sandbox, of the entry given or of workflows/index. Throws, naming the modules, when it reaches for Node or for
 * an activity.
 */
export async function bundleWorkflows(entry: string = workflowsEntry()): Promise<string> {
  const messages: string[] = []
  const logger = new DefaultLogger('ERROR', ({ message }) => messages.push(message))
  try {
    return (await bundleWorkflowCode({ workflowsPath: entry, logger })).code
  } catch (error) {
    const errors = messages.flatMap((text) => text.split('\n').filter((line) => /error:/i.test(line)))
    throw new Error(`the workflows could not be bundled: ${[...new Set(errors), (error as Error).message].join('\n')}`)
  }
}

/** The bundle of the build where there is one. A run from source makes its own, so that it never runs an older state of the code. */
export async function workflowBundle(): Promise<WorkflowBundleOption> {
  if (!fromSource && existsSync(prebuilt)) return { codePath: prebuilt }
  return { code: await bundleWorkflows() }
}

/**
 * The build of a program on a Temporal server: its version and a hash of its orchestrations. Programs that differ elsewhere are one build, so
 * that a run of one may continue on the other.
 */
export async function buildOf(bundle: WorkflowBundleOption, version: string): Promise<string> {
  const code = 'code' in bundle ? bundle.code : await readFile(bundle.codePath)
  return `${version}-${createHash('sha256').update(code).digest('hex').slice(0, 12)}`
}

function workflowsEntry(): string {
  return fileURLToPath(new URL(fromSource ? './index.ts' : './index.js', import.meta.url))
}
