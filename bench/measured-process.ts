import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

/** What a process has used, all of its threads together. */
export interface Usage {
  readonly cpuMs: number
  readonly peakMb: number
  readonly rssMb: number
}

/** A server in a process of its own. */
export interface Server {
  /** Without a slash at the end. */
  readonly url: string
  readonly startedMs: number
  usage(): Promise<Usage>
  stop(): Promise<void>
}

/** The command as it is installed. */
const command = fileURLToPath(new URL('../dist/cli/briefing.js', import.meta.url))
const usageModule = new URL('usage.mjs', import.meta.url).href
const env = { ...process.env, BRIEFING_LOG: 'warn' }
const execArgv = ['--import', usageModule]

/** A program of `bench/` without its types, on the product as it is built: a loader of TypeScript names every function when it is made, which costs a third more. */
async function compiled(file: string): Promise<string> {
  const outfile = join(import.meta.dirname, '..', 'dist', 'bench', file.replace(/ts$/, 'js'))
  await build({
    ...{ entryPoints: [join(import.meta.dirname, file)], outfile, logLevel: 'warning' },
    ...{ bundle: true, packages: 'external', format: 'esm', platform: 'node', target: 'node20.19' },
    define: { 'import.meta.dirname': JSON.stringify(import.meta.dirname) },
    plugins: [
      {
        name: 'product',
        setup(within) {
          within.onResolve({ filter: /^\.\.\// }, ({ path }) => ({ path: path.replace(/\.ts$/, '.js'), external: true }))
        },
      },
    ],
  })
  return outfile
}

/** Runs a program to its end: what it used, and its standard output. Exit code 2, data trouble, is fine: sample data contain some. */
async function runToEnd(program: string, args: readonly string[]): Promise<Usage & { readonly output: string }> {
  const stdio = ['ignore', 'pipe', 'inherit', 'pipe'] as const
  const child = spawn(process.execPath, [...execArgv, program, ...args], { stdio: [...stdio], env })
  const [output, used, [code]] = await Promise.all([
    text(child.stdout!),
    text(child.stdio[3] as Readable),
    once(child, 'exit') as Promise<[number | null]>,
  ])
  if (code !== 0 && code !== 2) throw new Error(`${program} ${args.join(' ')} ended with ${code}`)
  return { ...(JSON.parse(used) as Usage), output }
}

/** Runs a command of `briefing`. */
export const briefing = (...args: readonly string[]) => runToEnd(command, args)

/** A key that no bench exhausts. */
export async function createKey(home: string): Promise<string> {
  const { output } = await briefing('--json', 'keys', 'create', '--plan', 'enterprise', '--name', 'bench', '--home', home)
  const { key, account } = JSON.parse(output) as { key: string; account: string }
  await briefing('accounts', 'change', account, '--per-hour', '999999999', '--per-day', '999999999', '--home', home)
  return key
}

/** Runs a program of `bench/`, which prints its result as JSON. */
export async function resultOf<T>(file: string, ...args: readonly string[]): Promise<T> {
  return JSON.parse((await runToEnd(await compiled(file), args)).output) as T
}

/** Starts `briefing serve` on a free port; resolves at its first document. */
export function serve(home: string, more: Readonly<Record<string, string>> = {}): Promise<Server> {
  return started(command, ['serve', '--home', home, '--port', '0'], '/api/btc', more)
}

/** Starts a server of `bench/`. It sends its parent `{ listening: URL }`, and ends when its parent disconnects. */
export const serverOf = async (file: string, ...args: readonly string[]) => started(await compiled(file), args, '/', {})

async function started(program: string, args: readonly string[], path: string, more: Readonly<Record<string, string>>) {
  const began = performance.now()
  const child: ChildProcess = fork(program, args, { execArgv, env: { ...env, ...more } })
  const exit = once(child, 'exit')
  const gone = exit.then(([code]) => Promise.reject(new Error(`${program} ended with ${code}`)))
  gone.catch(() => undefined)
  const message = async () => ((await Promise.race([once(child, 'message'), gone])) as [unknown])[0]
  const { listening } = (await message()) as { listening: string }
  const url = listening.replace(/\/$/, '')
  // 402 is an answer as good as 200: the edition is there
  while ((await fetch(`${url}${path}`)).status >= 500) await new Promise((resolve) => setTimeout(resolve, 2))
  return {
    url,
    startedMs: performance.now() - began,
    async usage() {
      for (child.send('usage'); ; ) {
        const answer = (await message()) as Usage | { readable: true }
        if ('cpuMs' in answer) return answer
      }
    },
    async stop() {
      child.kill('SIGTERM')
      await exit
    },
  }
}
