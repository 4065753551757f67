import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'

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
const place = (file: string) => fileURLToPath(new URL(file, import.meta.url))
const usageModule = new URL('usage.mjs', import.meta.url).href
const env = { ...process.env, BRIEFING_LOG: 'warn' }

/** Node's options for a program of `bench/`, or for one that is compiled. */
const optionsFor = (program: string) => [...(program.endsWith('.ts') ? ['--import', 'tsx'] : []), '--import', usageModule]

/** Runs a program to its end: what it used, and its standard output. Exit code 2, data trouble, is fine: sample data contain some. */
async function runToEnd(program: string, args: readonly string[]): Promise<Usage & { readonly output: string }> {
  const stdio = ['ignore', 'pipe', 'inherit', 'pipe'] as const
  const child = spawn(process.execPath, [...optionsFor(program), program, ...args], { stdio: [...stdio], env })
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
  return JSON.parse((await runToEnd(place(file), args)).output) as T
}

/** Starts `briefing serve` on a free port; resolves at its first document. */
export function serve(home: string, more: Readonly<Record<string, string>> = {}): Promise<Server> {
  return started(command, ['serve', '--home', home, '--port', '0'], '/api/btc', more)
}

/** Starts a server of `bench/`. It sends its parent `{ listening: URL }`, and ends when its parent disconnects. */
export const serverOf = (file: string, ...args: readonly string[]) => started(place(file), args, '/', {})

async function started(program: string, args: readonly string[], path: string, more: Readonly<Record<string, string>>) {
  const began = performance.now()
  const child: ChildProcess = fork(program, args, { execArgv: optionsFor(program), env: { ...env, ...more } })
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
