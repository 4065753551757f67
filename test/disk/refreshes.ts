/**
 * A home on a small disk that others fill to the last byte in the middle of refreshes, while keys and buyers call its server. To
 * be run as root of a separate mount namespace with the disk mounted at FOLDER; prints one line of JSON.
 *
 *   node test/disk/refreshes.js FOLDER PHASE@MILLISECONDS...
 */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readdirSync, rmSync, writeSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { ExactEvmScheme } from '@x402/evm/exact/client'
import { wrapFetchWithPayment, x402Client } from '@x402/fetch'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { type Activities, createActivities } from '../../activities/index.ts'
import { concurrency, nonRetryable, policies } from '../../activities/policies.ts'
import { diskSpaceAt, isSpaceLow } from '../../pipeline/store/space.ts'
import { openState } from '../../server/state/open.ts'
import { runInProcess } from '../../workflows/hosts/in-process.ts'
import { refresh } from '../../workflows/orchestrations/refresh.ts'
import { depsOf, quiet, smallRun } from '../end-to-end/home.ts'

const [folder, ...moments] = process.argv.slice(2) as [string, ...string[]]
/** Logical time of the first refresh: what is served is judged by the clock of the machine. */
const began = Date.now()
/** Read in each refresh, so that none has nothing to fetch and to load. */
const companies = ['0001050446']
const home = join(folder, 'home')
const ballast = join(folder, 'ballast')
const wrong: string[] = []

/** Writes to the disk until it takes no more byte. */
function fill(): void {
  const file = openSync(ballast, 'a')
  for (let size = 1_048_576; size >= 1; )
    try {
      if (writeSync(file, Buffer.alloc(size, 1)) < size) size >>= 1
    } catch {
      size >>= 1
    }
  closeSync(file)
}

/** The nth refresh after the first; the disk is full so many milliseconds into the phase. Gives the code it ended with, or its edition. */
async function refreshed(nth: number, phase?: keyof Activities, ms = 0): Promise<string> {
  const deps = depsOf(home)
  const { only, feeds } = smallRun()
  const activities: Activities = createActivities(deps)
  if (phase !== undefined) {
    const whole = activities[phase] as (...given: unknown[]) => Promise<unknown>
    const filled = async (...given: unknown[]) => {
      if (ms === 0) fill()
      else setTimeout(fill, ms)
      return whole(...given)
    }
    Object.assign(activities, { [phase]: filled })
  }
  try {
    const options = { activities, policies, nonRetryable, concurrency, now: began + nth * 60_000, log: quiet }
    const { edition } = await runInProcess(options, refresh, { feeds, only, companies, asOf: null })
    return `edition ${edition}`
  } catch (error) {
    return String((error as { code?: unknown }).code ?? error)
  } finally {
    await deps.close().catch((error: unknown) => wrong.push(`close: ${String(error)}`))
  }
}

const first = await refreshed(0)
if (!first.startsWith('edition')) throw new Error(first)
const program = join(import.meta.dirname, '../../cli/briefing.js')
const create = ['--json', 'keys', 'create', '--plan', 'enterprise', '--name', 'reader', '--home', home]
const { key } = JSON.parse(execFileSync(process.execPath, [program, ...create], { encoding: 'utf8' })) as { key: string }
// its log is on the disk that is filled
const server = spawn(process.execPath, [program, 'serve', '--home', home, '--port', '0'], {
  stdio: ['ignore', 'pipe', openSync(join(folder, 'server.log'), 'a')],
})
const [line] = (await once(server.stdout!, 'data')) as [Buffer]
const origin = /http:\/\/\S+\d/.exec(line.toString())![0]
const buyer = new x402Client().register('eip155:84532', new ExactEvmScheme(privateKeyToAccount(generatePrivateKey())))
const pay = wrapFetchWithPayment(fetch, buyer)
let bought = 0
const calls = {
  key: () => fetch(`${origin}/api/btc`, { headers: { authorization: `Bearer ${key}` } }),
  purchase: async () => {
    const answer = await pay(`${origin}/api/btc`)
    if (answer.status === 200) bought++
    return answer
  },
  free: () => fetch(`${origin}/api/briefings`),
}
type Call = keyof typeof calls
const longest: Record<Call, number> = { key: 0, purchase: 0, free: 0 }
const served: Record<Call, number> = { key: 0, purchase: 0, free: 0 }
const refusals: Record<string, number> = {}
let open = true
/** Calls on and on, and notes the longest time without an answer of 200. */
async function callOnAndOn(name: Call): Promise<void> {
  for (let since = performance.now(); open; await wait(500)) {
    const answer = await calls[name]().catch((error: Error) => ({ status: error.name, text: async () => error.message }))
    const text = await answer.text()
    if (answer.status === 200) {
      since = performance.now()
      served[name]++
      continue
    }
    longest[name] = Math.max(longest[name], performance.now() - since)
    const refusal = `${name} ${answer.status} ${/"error":"(\w+)"/.exec(text)?.[1] ?? text.slice(0, 60)}`
    refusals[refusal] = (refusals[refusal] ?? 0) + 1
  }
}
const calling = Promise.all((Object.keys(calls) as Call[]).map(callOnAndOn))
const reserved = async () => (await stat(join(home, 'state.reserve')).catch(() => null))?.size ?? 0
const until = async (what: string, holds: () => Promise<boolean>) => {
  const end = performance.now() + 60_000
  while (performance.now() < end) {
    if (await holds()) return
    await wait(200)
  }
  wrong.push(`not in 60 s: ${what}`)
}
const disk = async () => {
  const { checks } = (await (await fetch(`${origin}/api/health?format=json`)).json()) as {
    checks: { name: string; status: string }[]
  }
  return checks.find(({ name }) => name === 'disk')?.status
}
const ends: Record<string, string> = {}
let nth = 0
for (const moment of moments) {
  const [phase, ms] = moment.split('@') as [keyof Activities, string]
  await until(`${moment}: a reserve`, async () => (await reserved()) > 0)
  ends[moment] = await refreshed(++nth, phase, Number(ms))
  process.stderr.write(`${moment}: ${ends[moment]}, ${JSON.stringify({ served, longest, refusals, wrong })}\n`)
  if (ends[moment] !== 'DISK_FULL') wrong.push(`${moment}: ended with ${ends[moment]}`)
  const left = readdirSync(home, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /^work\/.|~|\.new|\.bulk-|\.tmp/.test(name),
  )
  if (left.length > 0) wrong.push(`${moment}: left ${left.join()}`)
  // the server gives its reserve, and a run what it wrote: after that there may be room
  const isTrue = async () => (await disk()) === 'degraded' || !isSpaceLow((await diskSpaceAt(folder))!)
  await until(`${moment}: health says so`, isTrue)
  // the disk is still full of what others wrote
  const before = { ...served }
  await until(`${moment}: served again`, async () => served.key > before.key + 3 && served.purchase > before.purchase + 3)
  rmSync(ballast, { force: true })
  const next = await refreshed(++nth)
  if (!next.startsWith('edition')) wrong.push(`${moment}: the next refresh ended with ${next}`)
  await until(`${moment}: health is well again`, async () => (await disk()) === 'ok')
}
open = false
await calling
server.kill('SIGTERM')
const [code] = (await once(server, 'exit')) as [number | null]
if (code !== 0) wrong.push(`the server ended with ${code}`)
const state = await openState(join(home, 'state.sqlite'))
const payments = await state.db.selectFrom('payment').select('state').execute()
await state.close()
// one answered as pending is served when its buyer calls again; one that found no room for the mark that it was served stays `settled`
const pending = refusals['purchase 503 PAYMENT_PENDING'] ?? 0
const states = [...new Set(payments.map((payment) => payment.state))].filter(
  (each) => !['served', 'settled', 'unknown'].includes(each),
)
if (states.length > 0) wrong.push(`payments ${states.join()}`)
if (payments.length < bought || payments.length > bought + pending)
  wrong.push(`${bought} bought, ${payments.length} in the ledger`)
process.stdout.write(`${JSON.stringify({ ends, served, longest, refusals, wrong, space: await diskSpaceAt(folder) })}\n`)
