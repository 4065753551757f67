import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { InputError, UnavailableError } from '../../pipeline/errors.ts'
import { describedChecks, operationChecks, type PricedOperation, readDescribed } from '../check/description.ts'
import { type Check, type Level, object, quoteChecks, readUnpaid } from '../check/quote.ts'
import { declare } from '../command.ts'
import { exits } from '../exit.ts'
import { print, tableLines } from '../print.ts'

/** One check of one subject. */
interface Row {
  readonly code: string
  readonly result: 'ok' | Level
  /** The path it is about; null for the server. */
  readonly route: string | null
  readonly detail: string | null
}

const baseUnits = 1_000_000

/**
 * `briefing check URL`: whether registries and payment clients can find and buy what a server sells, by the checks of CDP Bazaar, AgentCash and
 * mppx. Pays nothing. A URL with a path is one route; without, all routes of /openapi.json.
 */
export const command = declare({
  args: [['<url>', 'URL of a server, or of one priced document']],
  options: [],
  examples: ['check http://127.0.0.1:8402', 'check https://briefings.example.com/api/btc'],
  trouble: 'a check found an error',
  unreachable: 'the server does not answer',
  guide: 'docs/payments.md',
  action: async ({ global }, _options, url) => {
    if (!URL.canParse(url)) throw new InputError('URL', 'give the full URL of a server, such as http://127.0.0.1:8402')
    const { origin, pathname } = new URL(url)
    const rows = await checked(origin, pathname === '/' ? null : url).catch((error: unknown) => {
      const why = error instanceof Error ? error.message : String(error)
      throw new UnavailableError('NOT_REACHED', `the server does not answer: ${why}`)
    })
    const count = (level: Level) => rows.filter(({ result }) => result === level).length
    const [errors, warnings] = [count('error'), count('warn')]
    print(global, { url, errors, warnings, checks: rows }, [
      ...tableLines(['check', 'result', 'routes', 'detail'], summaryOf(rows)),
      '',
      `${errors} errors, ${warnings} warnings, ${rows.length} checks`,
    ])
    if (errors > 0) process.exitCode = exits.dataTrouble
  },
})

async function checked(origin: string, only: string | null): Promise<Row[]> {
  const described = await readDescribed(origin)
  const rows = only === null ? rowsOf(describedChecks, described, null) : []
  const path = only === null ? null : new URL(only).pathname
  for (const priced of described.priced) {
    const route = routeOf(priced)
    if (path !== null && !shapeOf(priced.path).test(path)) continue
    rows.push(...rowsOf(operationChecks, priced, priced.path))
    rows.push(...rowsOf(quoteChecks, await readUnpaid(only ?? `${origin}${route}`, unitsOf(priced)), priced.path))
  }
  if (path !== null && rows.length === 0) rows.push(...rowsOf(quoteChecks, await readUnpaid(only!, null), path))
  return [...rows, ...(await mppRows(origin, path))]
}

function rowsOf<Subject>(checks: readonly Check<Subject>[], subject: Subject, route: string | null): Row[] {
  return checks.map(({ code, level, wrong }) => {
    const detail = wrong(subject)
    return { code, result: detail === null ? 'ok' : level, route, detail }
  })
}

const shapeOf = (path: string) => new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`)

/** The path with the examples of its parameters. */
function routeOf({ path, operation }: PricedOperation): string {
  const parameters = (operation['parameters'] ?? []) as readonly { name: string; schema?: { example?: unknown } }[]
  return path.replace(/\{(\w+)\}/g, (_, name) =>
    encodeURIComponent(String(parameters.find((each) => each.name === name)?.schema?.example ?? name)),
  )
}

function unitsOf({ operation }: PricedOperation): readonly [number, number] | null {
  const { amount, min = amount, max = amount } = object(object(operation['x-payment-info'])['price'])
  const [least, most] = [min, max].map((usd) => Math.round(Number(usd) * baseUnits)) as [number, number]
  return Number.isFinite(least) && Number.isFinite(most) ? [least, most] : null
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
const mostOutput = 64_000_000

/**
 * What `mppx validate` says of the description, the challenges and wrong credentials. Only its command contains all it needs, so it runs as a
 * process; it ends with 1 where a check fails.
 */
async function mppRows(origin: string, path: string | null): Promise<Row[]> {
  const file = fileURLToPath(new URL('bin.js', import.meta.resolve('mppx')))
  const words = ['validate', origin, ...(path === null ? [] : ['--endpoint', `GET:${path}`]), '--output-json']
  const env = { ...process.env, MPPX_ACCOUNT: nobody, MPPX_CONFIG: '', MPPX_PRIVATE_KEY: '' }
  const options = { env, maxBuffer: mostOutput }
  const { stdout } = await promisify(execFile)(process.execPath, [file, ...words], options).catch(
    (error: { stdout?: string }) => {
      if (error.stdout) return { stdout: error.stdout }
      throw error
    },
  )
  const { discovery, endpoints } = JSON.parse(stdout) as MppReport
  const results = [
    ...discovery.checks.map((each) => ({ ...each, route: null })),
    ...endpoints.flatMap((each) => [...each.challenge, ...each.errorHandling].map((result) => ({ ...result, route: each.path }))),
  ]
  const levels: Readonly<Record<string, Row['result']>> = { pass: 'ok', fail: 'error' }
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

/** A line for each check: the worst result, how many routes have it, and the first detail. */
function summaryOf(rows: readonly Row[]): string[][] {
  const codes = [...new Set(rows.map(({ code }) => code))]
  return codes.map((code) => {
    const own = rows.filter((row) => row.code === code)
    const bad = own.filter(({ result }) => result !== 'ok')
    const [first] = bad
    if (first === undefined) return [code, 'ok', String(own.length), '']
    return [
      code,
      first.result,
      `${bad.length} of ${own.length}`,
      `${first.route === null ? '' : `${first.route}: `}${first.detail}`,
    ]
  })
}
