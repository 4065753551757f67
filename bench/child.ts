import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

export interface Usage {
  /** Processor time of the whole process so far, user and system, in microseconds. */
  cpuMicros: number
  rssBytes: number
}

export interface Child {
  readonly port: number
  usage(): Promise<Usage>
  stop(): Promise<void>
}

/** In the child: tells the parent the port, and its usage whenever it asks. Ends with the parent. */
export function answerParent(port: number): void {
  process.on('message', () => {
    const { user, system } = process.cpuUsage()
    process.send?.({ cpuMicros: user + system, rssBytes: process.memoryUsage().rss } satisfies Usage)
  })
  process.on('disconnect', () => process.exit())
  process.send?.({ port })
}

/** Starts a server in a process of its own. `file` is relative to this one. */
export async function startChild(file: string): Promise<Child> {
  const child: ChildProcess = fork(fileURLToPath(new URL(file, import.meta.url)), { execArgv: ['--import', 'tsx'] })
  const gone = once(child, 'exit').then(([code]) => {
    throw new Error(`${file} ended with ${code}`)
  })
  gone.catch(() => {})
  const message = async () => ((await Promise.race([once(child, 'message'), gone])) as [unknown])[0]
  const { port } = (await message()) as { port: number }
  return {
    port,
    async usage() {
      const answer = message()
      child.send('usage')
      return (await answer) as Usage
    },
    async stop() {
      const ended = once(child, 'exit')
      child.disconnect()
      await ended
    },
  }
}
