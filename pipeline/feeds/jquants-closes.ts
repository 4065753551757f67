import type { SplitRow } from '../tables/close.ts'
import { dayNumber, isoDay } from '../time/day.ts'
import { localToUtc } from '../time/zone.ts'
import { itemOf, jsonFeed } from './json-feed.ts'
import { closesIn, sessionsDue } from './session-closes.ts'

const id = 'jquants-closes'
const market = 'jp'
const address = 'https://api.jquants.com/v2/equities/bars/daily'

const sessionOf = ({ origin, pathname, searchParams }: URL): string | null => {
  const day = searchParams.get('date') ?? ''
  return `${origin}${pathname}` === address && dayNumber(day) !== null && !searchParams.has('code') ? day : null
}
/** The free plan is 12 weeks late. */
const publishedAt = (session: number): number => localToUtc(session + 85, '00:00', 'Asia/Tokyo')
/** That plan goes back two years. */
const sessions = { feed: id, holidays: 'none', publishedAt, backDays: 640 } as const

/**
 * Closes of all lines of Tokyo, one session a request and further pages by `pagination_key` (jpx-jquants.com, V2 `equities/bars/daily`):
 * `Code` of five characters, `C` close as traded in yen, null where nothing was; `AdjC` is rewritten at each split and not read. Rows of
 * one page do not depend on the others, so each page is loaded by itself. A last `0` of a code is of the common share, whose line is the
 * first four characters. `AdjFactor` other than 1 is a split on that session, old shares for a new one, unless `ExRT` is 3, an issue of
 * rights. Sessions are requested when the free plan has them, because the plan of a key is not stated; a day outside it is refused with the
 * days that it covers.
 */
export const jquantsCloses = jsonFeed({
  id,
  upstream: 'jquants',
  title: 'J-Quants: closes and splits of shares in Tokyo, 12 weeks late',
  needs: 'JQUANTS_API_KEY',
  match: (url) => sessionOf(url) !== null,
  plan: (state) => sessionsDue(state, sessions).map((day) => `${address}?date=${isoDay(day)}`),
  error: ({ message }) => (typeof message === 'string' ? message : null),
  rows: 'data',
  next: ({ pagination_key: key }, _, { searchParams }) =>
    typeof key === 'string' && key !== ''
      ? [`${address}?${new URLSearchParams({ date: searchParams.get('date')!, pagination_key: key })}`]
      : [],
  read: (rows, sightings) => {
    const asked = sessionOf(sightings.url)!
    const close = closesIn({ feed: id, market, asked, dueAt: publishedAt }, rows, sightings, (raw) => {
      const { Date: session, C: value } = itemOf(raw)
      const line = lineOf(raw)
      if (line === null || typeof session !== 'string') return 'no code or day'
      return value === null ? null : { line, session, value }
    })
    const split = rows.flatMap((raw): SplitRow[] => {
      const { Date: session, AdjFactor: factor, ExRT: right } = itemOf(raw)
      const line = lineOf(raw)
      if (line === null || session !== asked || typeof factor !== 'number' || factor <= 0) return []
      return factor === 1 || String(right) === '3' ? [] : [{ feed: id, market, line, session: asked, ratio: 1 / factor }]
    })
    return { rows: { close, split } }
  },
})

function lineOf(raw: unknown): string | null {
  const code = String(itemOf(raw)['Code'])
  return /^[0-9A-Z]{5}$/.test(code) ? code.replace(/0$/, '') : null
}
