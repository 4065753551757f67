import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { files, root } from '../house/tree.ts'
import { onceARun } from '../once-a-run.ts'
import type { PageBlock } from './block.ts'

const run = promisify(execFile)
/** A loaded machine takes many times what a quiet one does. */
const patienceMs = 900_000

/** A reader at a terminal: types the blocks of one page, one after the other, in a folder with a home. */
export interface Session {
  readonly folder: string
  /** Types a block and resolves to what it printed, on both outputs. Rejects where it ends otherwise than its fence says. */
  type(block: PageBlock): Promise<string>
  /** Ends what still runs. */
  close(): Promise<void>
}

/** What runs behind a command of the docs: this tree, and DuckDB's library, since few machines have its command. */
const commands: Readonly<Record<string, string>> = {
  npx: `[ "$1 $2" = '--no-install briefing' ] || { echo "the docs type $1 $2 after npx, which no session has" >&2; exit 64; }
shift 2
exec "${process.execPath}" "${join(root, 'command/briefing.mjs')}" "$@"`,
  npm: `case "$*" in
  start) exec "${process.execPath}" "${join(root, 'command/briefing.mjs')}" start ;;
  'start -- '*) shift 2; exec "${process.execPath}" "${join(root, 'command/briefing.mjs')}" start "$@" ;;
  'run temporal:dev') cd "${root}" && exec "${process.execPath}" node_modules/tsx/dist/cli.mjs scripts/temporal-server.ts ;;
  *) echo "the docs type npm $*, which no session has" >&2; exit 64 ;;
esac`,
  duckdb: `exec "${process.execPath}" "${join(root, 'node_modules/tsx/dist/cli.mjs')}" "${join(root, 'test/guides/duckdb.ts')}" "$@"`,
}

/** The same in a copy of the project, where only `briefing` is another than npm would find: that of the copy. */
const commandsOfCopy: Readonly<Record<string, string>> = {
  npx: `case "$1 $2" in
  '--no-install briefing') shift 2; exec "${process.execPath}" command/briefing.mjs "$@" ;;
  '--no-install '*) name=$2; shift 2; exec "node_modules/.bin/$name" "$@" ;;
esac`,
}

/** Names the docs give to ids that only a reader's own output has, and where in it they are. */
const ids: Readonly<Record<string, RegExp>> = {
  KEY_ID: /\bkey_[0-9a-f]{32}\b/g,
  ACCOUNT_ID: /\bacct_[0-9a-f]{32}\b/g,
  CLAIM_CODE: /\bMB-[A-Z2-9]{4}-[A-Z2-9]{4}\b/g,
  CLAIM_TOKEN: /\bmbc_[A-Za-z0-9_-]{43}\b/g,
  RUN_ID: /\b\d{8}T\d{4,6}(?:-[0-9a-f-]+)?/g,
  // the first of a line: further on stands who paid
  PAYMENT_ID: /(?<=^[ ]*)0x[0-9a-f]{8,64}\b/gm,
}

/**
 * A home as the first `npm start` leaves it, from the sample feeds of today, with two days of history and a copy for analysts that has its
 * runs; made once a run. It is copied, never written.
 */
export const firstHome = (): Promise<string> =>
  onceARun('home-of-guides', async (place) => {
    const home = join(place, 'var')
    const env = { ...plainEnvironment(), BRIEFING_LOG: 'warn' }
    const typed = (...words: string[]) =>
      run(process.execPath, [join(root, 'command/briefing.mjs'), ...words, '--home', home], { env, maxBuffer: 16 << 20 })
    await typed('refresh')
    await typed('backfill', '--from', new Date(Date.now() - 2 * 86_400_000).toISOString().slice(0, 10))
    // which companies the SEC is asked about follows from the list that the first refresh read
    await typed('refresh', '--only', 'mempool-now,sec-companyfacts')
    await typed('keys', 'create', '--plan', 'pro', '--name', 'first')
    return home
  })

/** The settings of whoever runs the tests are not those of a reader. */
function plainEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(BRIEFING|TEMPORAL|STATE|PAY|SEC|FRED|EDINET)_/.test(name)),
  )
}

/** Opens a session whose default home, and each folder of `homes`, holds what a first start left. */
export async function openSession(homes: readonly string[]): Promise<Session> {
  const folder = await mkdtemp(join(tmpdir(), 'guide-'))
  for (const home of ['var', ...homes]) await cp(await firstHome(), join(folder, home), { recursive: true })
  return session(folder, commands)
}

/** Opens a session in a copy of the project, with the packages that are installed here and no home. */
export async function openCopy(): Promise<Session> {
  const folder = await mkdtemp(join(tmpdir(), 'guide-'))
  for (const path of files) await cp(join(root, path), join(folder, path))
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
  return session(folder, commandsOfCopy)
}

async function session(folder: string, replaced: Readonly<Record<string, string>>): Promise<Session> {
  const bin = join(folder, '.bin')
  await mkdir(bin)
  for (const [name, text] of Object.entries(replaced)) await writeFile(join(bin, name), `#!/bin/sh\n${text}\n`, { mode: 0o755 })
  const [port, metricsPort] = [await freePort(), await freePort()]
  const env: NodeJS.ProcessEnv = {
    ...plainEnvironment(),
    PATH: `${bin}:${process.env['PATH']}`,
    BRIEFING_LOG: 'warn',
    BRIEFING_HISTORY: '0',
    BRIEFING_PORT: String(port),
  }
  const running: { readonly process: ChildProcess; printed: string }[] = []
  let seen = ''

  function script({ text, words }: PageBlock): string {
    const named = Object.entries(ids).reduce((line, [name, id]) => {
      const newest = seen.match(id)?.at(-1)
      return newest === undefined ? line : line.replaceAll(new RegExp(`\\b${name}\\b`, 'g'), newest)
    }, text)
    // the upstreams of a session are the sample's, which answer in the same form
    const here =
      words.includes('live') && process.env['GUIDES_LIVE'] !== '1'
        ? named.replaceAll(/(--feeds |BRIEFING_FEEDS=)live/g, '$1sample')
        : named
    return here.replaceAll(':8402', `:${port}`).replaceAll(/(?<=[:=])9464\b/g, String(metricsPort))
  }

  async function typed(block: PageBlock): Promise<string> {
    // one shell a block, in the environment that the one before left
    const due = Number(/ exit=(\d+)/.exec(block.words.join(' '))?.[1] ?? 0)
    const stops = due === 0 ? 'set -e\n' : ''
    const text = `[ ! -f .exported ] || . ./.exported\n${stops}${script(block)}\ncode=$?\nexport -p > .exported\nexit $code\n`
    const shell = spawn('sh', ['-c', text], { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] })
    const printed: string[] = []
    for (const stream of [shell.stdout, shell.stderr]) stream.setEncoding('utf8').on('data', (part: string) => printed.push(part))
    const [code] = (await once(shell, 'close')) as [number | null]
    seen += printed.join('')
    if (code !== due) throw new Error(`${block.page}: exit code ${code}, not ${due}, of:\n${text}\n${printed.join('')}`)
    return printed.join('')
  }

  async function served(block: PageBlock): Promise<string> {
    // a group of processes, so that what the shell starts ends with it
    const shell = spawn('sh', ['-c', `[ ! -f .exported ] || . ./.exported\n${script(block)}`], {
      cwd: folder,
      env,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const one = { process: shell, printed: '' }
    running.push(one)
    for (const stream of [shell.stdout, shell.stderr])
      stream.setEncoding('utf8').on('data', (part: string) => {
        one.printed += part
      })
    const isReady = readiness(block.text, port)
    for (let waited = 0; !(await isReady(one.printed)); waited += 100) {
      if (shell.exitCode !== null || waited > patienceMs)
        throw new Error(`${block.page}: does not start:\n${block.text}\n${one.printed}`)
      await wait(100)
    }
    const key = /Bearer (\w+)/.exec(one.printed)?.[1]
    if (key) env['KEY'] = key
    const address = /TEMPORAL_ADDRESS=(\S+)/.exec(one.printed)?.[1]
    if (address) env['TEMPORAL_ADDRESS'] = address
    seen += one.printed
    return one.printed
  }

  async function program({ text, page }: PageBlock): Promise<string> {
    const { stdout } = await run(process.execPath, ['--input-type=module', '-e', text.replaceAll(':8402', `:${port}`)], {
      cwd: root,
      env,
    })
    if (stdout === '') throw new Error(`${page}: a program prints nothing:\n${text}`)
    return stdout
  }

  return {
    folder,
    type: (block) => (block.run === 'program' ? program(block) : block.run.endsWith('served') ? served(block) : typed(block)),
    async close() {
      for (const { process: shell } of running.toReversed()) {
        // the shell ends first; what it started still finishes its answers and its files
        while (signalled(-shell.pid!, 'SIGTERM')) await wait(200)
      }
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** When a block that stays can be used: a Temporal server names its address, a worker polls, a server has something to read. */
function readiness(text: string, port: number): (printed: string) => Promise<boolean> {
  if (text.includes('temporal:dev')) return async (printed) => printed.includes('TEMPORAL_ADDRESS=')
  if (text.includes('worker')) return async (printed) => printed.includes('working for ')
  return async (printed) => {
    const answer = await fetch(`http://127.0.0.1:${port}/api/health`).catch(() => null)
    await answer?.body?.cancel()
    return answer?.status === 200 && (text.includes('serve') || /npx --no-install briefing/.test(printed))
  }
}

/** Whether a group of processes still was there to receive a signal. */
function signalled(group: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(group, signal)
  } catch {
    return false
  }
}

/** A port nobody listens on. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address !== null ? address.port : 0
}
