import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { terminalLog } from './log-line.ts'

/** What `briefing serve` tells the process that started it. */
export type ServerNews = { readonly listening: string } | { readonly readable: true }

/** The server in a separate process, so that computing never delays an answer. */
export interface ServerProcess {
  /** The URL of its front page, once it listens. */
  readonly listening: Promise<string>
  /** Once it serves an edition with a document to read; pending where nothing could be computed yet. */
  readonly readable: Promise<void>
  /** Its exit code; null where a signal ended it. */
  readonly ended: Promise<number | null>
  /** Ends it after the requests in flight. */
  stop(): Promise<void>
}

/** Starts `briefing serve` with these options. On a terminal its log lines go above the progress line of this process. */
export function serverProcess(options: readonly string[]): ServerProcess {
  const onTerminal = process.stderr.isTTY === true
  const child = spawn(process.execPath, [...process.execArgv, process.argv[1]!, 'serve', ...options], {
    stdio: ['ignore', 'inherit', onTerminal ? 'pipe' : 'inherit', 'ipc'],
  })
  if (child.stderr) createInterface({ input: child.stderr }).on('line', terminalLog.write)
  const ended = once(child, 'exit').then(([code]) => code as number | null)
  let tellAddress = (_: string) => {}
  let tellReadable = () => {}
  const listening = new Promise<string>((known) => {
    tellAddress = known
  })
  const readable = new Promise<void>((known) => {
    tellReadable = known
  })
  child.on('message', (news: ServerNews) => ('listening' in news ? tellAddress(news.listening) : tellReadable()))
  return {
    listening,
    readable,
    ended,
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}
