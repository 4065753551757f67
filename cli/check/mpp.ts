import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, open, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { CheckLevel } from './quote.ts'

/** One check of one subject. */
export interface MppCheckRow {
  readonly code: string
  readonly result: 'ok' | CheckLevel
  /** The path it is about; null for the server. */
  readonly route: string | null
  readonly detail: string | null
}

interface MppResult {
  readonly label: string
  readonly detail?: string
  readonly severity: string
}

interface MppReport {
  readonly discovery: { readonly checks: readonly MppResult[] }
  readonly endpoints: readonly {
    readonly path: string
    readonly challenge: readonly MppResult[]
    readonly errorHandling: readonly MppResult[]
  }[]
}

/** No account has this name: `mppx validate` then pays nothing. */
const nobody = 'briefing-check'
const patienceMs = 300_000

/** The program of mppx. Only its command contains all that is needed, so it runs as a process. */
const mppx = () => fileURLToPath(new URL('bin.js', import.meta.resolve('mppx')))

/**
 * What `mppx validate` says of the description, the challenges and wrong credentials. Where it says nothing that can be read, one row
 * tells why: the server is not at fault.
 */
export async function checkMppServer(
  origin: string,
  path: string | null,
  { program = mppx, waitMs = patienceMs }: { readonly program?: () => string; readonly waitMs?: number } = {},
): Promise<MppCheckRow[]> {
  const words = ['validate', origin, ...(path === null ? [] : ['--endpoint', `GET:${path}`]), '--output-json']
  try {
    const { report, end } = await reportOf(() => [program(), ...words], waitMs)
    try {
      return rowsOf(JSON.parse(report) as MppReport)
    } catch {
      return [unreadable(`mppx validate ${end} with ${report === '' ? 'no report' : 'a report that cannot be read'}`)]
    }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
    return [unreadable(`mppx validate cannot be started (${code}); run "npm ci"`)]
  }
}

const unreadable = (detail: string): MppCheckRow => ({ code: 'MPP_REPORT', result: 'error', route: null, detail })

function rowsOf({ discovery, endpoints }: MppReport): MppCheckRow[] {
  const results = [
    ...discovery.checks.map((each) => ({ ...each, route: null })),
    ...endpoints.flatMap((each) => [...each.challenge, ...each.errorHandling].map((result) => ({ ...result, route: each.path }))),
  ]
  const levels: Readonly<Record<string, MppCheckRow['result']>> = { pass: 'ok', fail: 'error' }
  return results.map(({ label, severity, detail = label, route }) => ({
    code: `MPP_${label
      .toUpperCase()
      .replace(/[^A-Z0-9]+/g, '_')
      .replace(/^_|_$/g, '')}`,
    result: levels[severity] ?? 'warn',
    route,
    detail: severity === 'pass' ? null : detail,
  }))
}

/**
 * Runs a program of Node and returns what it prints, and how it ended. It prints into a file: one that ends itself loses what a pipe has not
 * taken yet.
 */
async function reportOf(args: () => readonly string[], waitMs: number): Promise<{ report: string; end: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'briefing-check-'))
  const path = join(folder, 'report.json')
  try {
    const file = await open(path, 'w')
    const env = { ...process.env, MPPX_ACCOUNT: nobody, MPPX_CONFIG: '', MPPX_PRIVATE_KEY: '' }
    const child = spawn(process.execPath, args(), {
      env,
      stdio: ['ignore', file.fd, 'ignore'],
      timeout: waitMs,
      killSignal: 'SIGKILL',
    })
    try {
      const [code, signal] = (await once(child, 'exit')) as [number | null, string | null]
      const end =
        signal === null ? `ended with ${code}` : child.killed ? `did not end in ${waitMs / 1_000} s` : `was ended by ${signal}`
      return { report: await readFile(path, 'utf8'), end }
    } finally {
      await file.close()
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
