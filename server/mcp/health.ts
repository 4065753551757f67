import { healthReport, healthTable } from '../answers/system.ts'
import { Refusal } from '../http/errors.ts'
import { callerOf } from './documents.ts'
import type { ToolAnswer, ToolContext } from './tool.ts'

/** What `get_health` answers: how the server is, and what the attached key is worth. Counts nothing. */
export async function healthAnswer(around: ToolContext): Promise<ToolAnswer> {
  const { ctx, version, checks, now } = around
  const report = healthReport(ctx.state.cache?.view ?? null, now(), checks())
  const account = await accountOf(around)
  const release = `${version.name} ${version.version}`
  return {
    text: `${healthTable(report)}\nServer: ${release}.\n\nKey: ${wordsFor(account)}\n`,
    data: { status: report.status, version: version.version, account, edition: report.edition, checks: report.checks },
  }
}

interface Account {
  readonly key: 'none' | 'valid' | 'invalid' | 'unknown'
  readonly tier: string | null
  readonly remaining: number | null
}

/** A key that is not valid, or cannot be checked now, is part of the answer: the tool is there to find that out. */
async function accountOf({ ctx, gate }: ToolContext): Promise<Account> {
  try {
    const caller = await callerOf(ctx, gate)
    if (caller.kind === 'nobody') return { key: 'none', tier: null, remaining: null }
    const { remaining } = await gate.look(caller.holder)
    return { key: 'valid', tier: caller.holder.plan, remaining }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { key: error.code === 'KEY_INVALID' ? 'invalid' : 'unknown', tier: null, remaining: null }
  }
}

function wordsFor({ key, tier, remaining }: Account): string {
  if (key === 'valid') return `plan ${tier}, ${remaining} calls left in the current window.`
  if (key === 'invalid') return 'unknown, revoked or expired. Attach another key.'
  if (key === 'unknown') return 'cannot be checked right now. Retry.'
  return 'none attached. The tools that search or list briefings and metrics need none, nor does get_health; the other tools do.'
}
