import { existsSync } from 'node:fs'
import { dayMs, dayNumber } from '../pipeline/calendar/day.ts'
import { InputError, NotFoundError, UnavailableError } from '../pipeline/errors.ts'
import { openState, type State } from '../server/state/open.ts'
import { type PaymentRow, paymentsNamed } from '../server/state/payment-rows.ts'
import { homeOf, statePlace } from './home-folder.ts'
import type { Settings } from './settings.ts'

/** Opens the state store that is there for one command: it makes none. Throws an `UnavailableError` where it does not answer. */
export async function withLedger<T>(settings: Settings, home: string | undefined, use: (state: State) => Promise<T>): Promise<T> {
  const place = statePlace(settings, homeOf(settings, { home }))
  if (settings.stateUrl === null && !existsSync(place))
    throw new InputError(
      'NO_STATE',
      `${place} does not exist; give the home of the server with --home, or its Postgres in STATE_URL`,
    )
  const state = await openState(place).catch((error: unknown) => {
    if (error instanceof UnavailableError) throw error
    const name = error instanceof Error ? error.name : typeof error
    throw new UnavailableError('STATE', `the state store does not answer (${name}); check it with: briefing doctor`)
  })
  try {
    return await use(state)
  } finally {
    await state.close()
  }
}

/** The span of a command, as given. */
export interface SpanOptions {
  readonly from?: string
  readonly to?: string
}

const fewest = 6

/** The one payment a name stands for: its id, or the first letters of what the list shows or of its transaction. */
export async function paymentNamed(state: State, name: string | undefined): Promise<PaymentRow> {
  if (name === undefined) throw new InputError('ID_MISSING', 'give the id of a payment; to see the ids: briefing payments list')
  if (name.length < fewest)
    throw new InputError('ID_SHORT', `give at least ${fewest} characters of an id; to see the ids: briefing payments list`)
  const rows = await paymentsNamed(state, name)
  const [row] = rows
  if (row === undefined) throw new NotFoundError('PAYMENT', `no payment matches ${name}; to see the ids: briefing payments list`)
  const exact = rows.filter(({ id }) => id === name || id === name.toLowerCase())
  if (exact.length === 1) return exact[0]!
  if (rows.length > 1)
    throw new InputError(
      'ID_AMBIGUOUS',
      `several payments start with ${name}; give more characters of one of:\n${rows
        .slice(0, 10)
        .map(({ id }) => `  ${id}`)
        .join('\n')}`,
    )
  return row
}

/** A day or a time of an option, in milliseconds since 1970; a day is its begin, or where `end` asks for it its end. */
export function timeOption(option: string, text: string | undefined, end = false): number | null {
  if (text === undefined) return null
  const day = dayNumber(text)
  if (day !== null) return (day + (end ? 1 : 0)) * dayMs
  const time = /^\d{4}-\d{2}-\d{2}T.*(Z|[+-]\d{2}:\d{2})$/.test(text) ? Date.parse(text) : Number.NaN
  if (Number.isNaN(time)) throw new InputError('TIME', `${option} must be a day (2026-07-23) or a time (2026-07-23T18:00:00Z)`)
  return time
}

/** The value of `--limit`: how many rows are listed at most. */
export function limitOption(text = '50'): number {
  const limit = Number(text)
  if (!/^\d{1,6}$/.test(text) || limit < 1) throw new InputError('LIMIT', '--limit must be a whole number from 1 to 999999')
  return limit
}
