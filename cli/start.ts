import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { feedsMode, momentOf } from './day-and-time.ts'
import { exits, sentence } from './exit.ts'
import { pipelineLog } from './log.ts'
import { linesOf, runRefresh } from './run-refresh.ts'
import type { Settings } from './settings.ts'

export interface StartOptions {
  readonly home?: string
  readonly feeds?: string
  readonly host?: string
  readonly port?: string
}

/**
 * `briefing start`: the server in a process of its own, so that computing never delays an answer, and refreshes in this one. The server
 * answers from the first moment; until the first edition stands it says that nothing is published yet.
 */
export async function start(settings: Settings, options: StartOptions, signal: AbortSignal): Promise<void> {
  const home = options.home ? resolve(options.home) : settings.home
  const feeds = feedsMode(options.feeds ?? settings.feeds)
  const log = pipelineLog(settings.logLevel)
  const port = options.port ?? String(settings.port)
  const server = spawn(process.execPath, [...process.execArgv, process.argv[1]!, 'serve', '--home', home, '--port', port], {
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const exited = once(server, 'exit')
  const ended = exited.then(([code]) => ({ code: code as number | null }))
  const stopped = new Promise<'stopped'>((done) => signal.addEventListener('abort', () => done('stopped'), { once: true }))
  const refreshing = async (): Promise<never> => {
    let first = true
    for (;;) {
      const { asOf, now } = momentOf(undefined, undefined, Date.now())
      try {
        const result = await runRefresh({
          settings,
          home,
          input: { feeds, only: [], asOf },
          now,
          host: options.host,
          signal,
          log,
        })
        if (first) process.stdout.write(`${linesOf(result)[0]}\nread it: curl http://${settings.address}:${port}/api/btc\n`)
        first = false
      } catch (error) {
        if (signal.aborted) throw error
        if (first) throw error
        log.warn('refresh failed; what was published stays served', { error: sentence(error) })
      }
      await wait(settings.refreshMinutes * 60_000, undefined, { signal })
    }
  }
  try {
    const end = await Promise.race([ended, stopped, refreshing()])
    if (end !== 'stopped') process.exitCode = end.code === 0 ? exits.fine : exits.unreachable
  } catch (error) {
    if (!signal.aborted) throw error
  } finally {
    server.kill('SIGTERM')
    await ended
  }
}
