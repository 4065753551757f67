import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { compiled } from '../compiled.ts'

type Environment = Readonly<Record<string, string>>

export interface Machine {
  /** The only folder it writes to; empty before its first command. */
  readonly folder: string
  readonly child: ChildProcess
  /** Everything it printed so far. */
  output(): string
  /** The first match in what it prints; throws with its output where it ends before. */
  printed(pattern: RegExp): Promise<RegExpExecArray>
  /** The exit code, or the signal that ended it. */
  readonly ended: Promise<number | NodeJS.Signals>
  kill(signal?: NodeJS.Signals): Promise<number | NodeJS.Signals>
  /** Names of what is in its folder. */
  files(): Promise<string[]>
}

/** What a process on another machine has: PATH, and nothing of this one's settings. */
const bare = { PATH: process.env['PATH']!, NODE_ENV: 'test' }

/** Processes of `briefing` that share nothing but the addresses in `shared`, each in an empty folder as on a separate machine. */
export async function machines(shared: Environment) {
  const root = await mkdtemp(join(tmpdir(), 'machines-'))
  const started: Machine[] = []

  async function start(args: readonly string[], more: Environment = {}): Promise<Machine> {
    const folder = await mkdtemp(join(root, 'machine-'))
    const env = { ...bare, HOME: folder, TMPDIR: folder, BRIEFING_HOME: join(folder, 'home'), ...shared, ...more }
    const child = spawn(process.execPath, [compiled('cli/briefing.ts'), ...args], { env, cwd: folder })
    let text = ''
    const listeners = new Set<() => void>()
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        text += chunk.toString()
        for (const listener of listeners) listener()
      })
    const ended = once(child, 'close').then(([code, signal]) => (code ?? signal) as number | NodeJS.Signals)
    const printed = async (pattern: RegExp) => {
      let look = () => {}
      const seen = new Promise<RegExpExecArray>((resolve) => {
        look = () => {
          const match = pattern.exec(text)
          if (match) resolve(match)
        }
        look()
        listeners.add(look)
      })
      const over = ended.then((code) =>
        Promise.reject(new Error(`ended with ${code} before printing ${pattern}: ${text.slice(-3_000)}`)),
      )
      over.catch(() => undefined)
      return Promise.race([seen, over]).finally(() => listeners.delete(look))
    }
    const kill = async (signal: NodeJS.Signals = 'SIGKILL') => {
      child.kill(signal)
      return ended
    }
    const machine = { folder, child, output: () => text, printed, ended, kill, files: () => readdir(folder, { recursive: true }) }
    started.push(machine)
    return machine
  }

  return {
    start,
    /** A command to its end; throws with what it printed where it ends otherwise than with one of `codes`. */
    async run(args: readonly string[], more: Environment = {}, codes: readonly number[] = [0]): Promise<Machine> {
      const machine = await start(args, more)
      const code = await machine.ended
      if (!codes.some((each) => each === code))
        throw new Error(`briefing ${args.join(' ')} ended with ${code}: ${machine.output().slice(-3_000)}`)
      return machine
    },
    async close(): Promise<void> {
      for (const machine of started) if (machine.child.exitCode === null) await machine.kill()
      await rm(root, { recursive: true, force: true })
    },
  }
}
