import type { EditionReader } from '../../pipeline/editions/reader.ts'
import { isRefusedForGood, type Mailer } from '../access/mail.ts'
import { errorFields, type ServerLog } from '../http/log.ts'
import { oneAtATime } from '../http/once.ts'
import { type DueMorning, dueMornings, leaseMorning, settleMorning, unsubscribeToken } from '../state/mornings.ts'
import type { State } from '../state/open.ts'
import { morningAt, nextMorning } from './local-morning.ts'
import { morningMessage } from './message.ts'

export interface MorningParts {
  readonly state: State
  readonly reader: Pick<EditionReader, 'current'>
  readonly mail: Mailer
  readonly origin: string
  /** Names this process in leases. */
  readonly holder: string
  readonly log: Pick<ServerLog, 'warn'>
  /** Milliseconds since 1970. */
  now(): number
}

export type Mornings = ReturnType<typeof openMornings>

/** Longer than a mail server can take. */
const leaseMs = 600_000
/** Until a mail that could not be sent is tried again. */
const againMs = 300_000
const mostAtOnce = 50
const pollMs = 60_000

/**
 * Sends the morning mail, each under a lease in the store. A process that ends between the mail server's answer and its record leaves the lease
 * to run out, and the mail is sent once more under the same Message-ID.
 */
export function openMornings({ state, reader, mail, origin, holder, log, now }: MorningParts) {
  let ended = false
  const looking = oneAtATime(() =>
    sendDue().catch((error: unknown) => log.warn('morning mail could not be looked at', errorFields(error))),
  )
  const timer = setInterval(looking.run, pollMs)
  timer.unref()

  async function sendDue(): Promise<void> {
    for (let due = await dueMornings(state, now(), mostAtOnce); due.length > 0; due = await dueMornings(state, now(), mostAtOnce))
      for (const account of due) {
        if (ended) return
        const row = await leaseMorning(state, account, { holder, now: now(), leaseMs })
        if (row !== null) await settleMorning(state, row, await outcomeOf(row), { holder, now: now() })
      }
  }

  /** Sends one, where it is still morning there and the day has had none. */
  async function outcomeOf(row: DueMorning): Promise<Parameters<typeof settleMorning>[2]> {
    const at = now()
    const { day, isMorning } = morningAt(at, row)
    const next_at = nextMorning(at, row)
    if (!isMorning || row.day === day || row.suspended_at !== null || row.proved_at === null) return { next_at }
    const later = { next_at: Math.floor(at + againMs) }
    const view = reader.current()
    if (view === null) return later
    const token = await unsubscribeToken(state, row.account)
    const message = morningMessage({ view, plan: row.plan, origin, now: at, day, token })
    if (message === null) return later
    try {
      const messageId = `<morning.${token.slice(-16)}.${day}@${new URL(origin).hostname}>`
      await mail.send({ ...message, to: row.email, messageId })
      return { next_at, day }
    } catch (error) {
      log.warn('a morning mail was not sent', { account: row.account, ...errorFields(error) })
      return isRefusedForGood(error) ? { next_at, refused_at: Math.floor(at) } : later
    }
  }

  return {
    /** Sends what is due now; resolves when it is sent. */
    look: looking.run,
    /** Begins nothing more, and resolves when the mail under way is recorded. */
    async close(): Promise<void> {
      ended = true
      clearInterval(timer)
      await looking.ended()
    },
  }
}
