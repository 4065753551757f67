import { InputError } from '../../pipeline/errors.ts'
import { describedChecks, operationChecks, type PricedOperation, readServerDescription } from '../check/description.ts'
import { checkMppServer, type MppCheckRow } from '../check/mpp.ts'
import { asObject, type CheckLevel, quoteChecks, readUnpaid, type SubjectCheck, type UnpaidAnswer } from '../check/quote.ts'
import { declare } from '../command.ts'
import { exits } from '../exit.ts'
import { print, tableLines } from '../print.ts'

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
    const rows = await checked(origin, pathname === '/' ? null : url)
    const count = (level: CheckLevel) => rows.filter(({ result }) => result === level).length
    const [errors, warnings] = [count('error'), count('warn')]
    print(global, { url, errors, warnings, checks: rows }, [
      ...tableLines(['check', 'result', 'routes', 'detail'], summaryOf(rows)),
      '',
      `${errors} errors, ${warnings} warnings, ${rows.length} checks`,
    ])
    if (errors > 0) process.exitCode = exits.dataTrouble
  },
})

async function checked(origin: string, only: string | null): Promise<MppCheckRow[]> {
  const described = await readServerDescription(origin)
  const rows = only === null ? rowsOf(describedChecks, described, null) : []
  const path = only === null ? null : new URL(only).pathname
  for (const priced of described.priced) {
    const route = routeOf(priced)
    if (path !== null && !shapeOf(priced.path).test(path)) continue
    rows.push(...rowsOf(operationChecks, priced, priced.path))
    rows.push(...(await quoteRows(only ?? `${origin}${route}`, unitsOf(priced), priced.path)))
  }
  if (path !== null && rows.length === 0) rows.push(...(await quoteRows(only!, null, path)))
  return [...rows, ...(await checkMppServer(origin, path))]
}

async function quoteRows(url: string, described: UnpaidAnswer['described'], route: string): Promise<MppCheckRow[]> {
  const unpaid = await readUnpaid(url, described).catch(() => null)
  if (unpaid !== null) return rowsOf(quoteChecks, unpaid, route)
  return [{ code: 'ROUTE_ANSWERS', result: 'error', route, detail: 'does not answer within 15 seconds, or breaks off' }]
}

function rowsOf<Subject>(checks: readonly SubjectCheck<Subject>[], subject: Subject, route: string | null): MppCheckRow[] {
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
  const { amount, min = amount, max = amount } = asObject(asObject(operation['x-payment-info'])['price'])
  const [least, most] = [min, max].map((usd) => Math.round(Number(usd) * baseUnits)) as [number, number]
  return Number.isFinite(least) && Number.isFinite(most) ? [least, most] : null
}

/** A line for each check: the worst result, how many routes have it, and the first detail. */
function summaryOf(rows: readonly MppCheckRow[]): string[][] {
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
