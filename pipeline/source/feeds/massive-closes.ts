import { lineOfTicker } from '../../../data/close-providers.ts'
import { dayNumber, dayOf, isoDay, isoTime } from '../../time/day.ts'
import { localToUtc } from '../../time/zone.ts'
import type { CloseRow, SplitRow } from '../../warehouse/tables/close.ts'
import { bodyError } from './body.ts'
import { itemOf, jsonFeed } from './json-feed.ts'
import { onePerLine, sessionsDue } from './session-closes.ts'
import { feedOfKinds, type Sightings } from './sightings.ts'

const id = 'massive-closes'
const source = {
  id,
  upstream: 'massive',
  title: 'Massive: closes and splits of all shares listed in the USA',
  needs: 'MASSIVE_API_KEY',
} as const
const hosts: readonly string[] = ['api.massive.com', 'api.polygon.io']
const grouped = /^\/v2\/aggs\/grouped\/locale\/us\/market\/stocks\/(\d{4}-\d{2}-\d{2})$/
const splitsPath = '/v3/reference/splits'
/** Splits this long before and after a run are listed again: one is announced some days before, and corrected after. */
const splitDays = { before: 30, first: 730, after: 30 }

const sessionOf = ({ hostname, pathname }: URL): number | null =>
  hosts.includes(hostname) ? dayNumber(grouped.exec(pathname)?.[1] ?? '') : null
/** The free plan has a session when its day is over in New York. */
const publishedAt = (session: number): number => localToUtc(session + 1, '00:30', 'America/New_York')
const sessions = { feed: id, holidays: 'us-market', publishedAt, backDays: 725 } as const

const closes = jsonFeed({
  ...source,
  match: (url) => sessionOf(url) !== null,
  plan: (state) =>
    sessionsDue(state, sessions).map(
      (day) => `https://api.massive.com/v2/aggs/grouped/locale/us/market/stocks/${isoDay(day)}?adjusted=false`,
    ),
  // a day without trading has no results, or an empty list of them
  rows: ({ results = [] }) => results,
  error: ({ status, error, message }) => (status === 'OK' || status === 'DELAYED' ? null : String(error ?? message ?? status)),
  cut: ({ resultsCount }, { length }) =>
    resultsCount === length ? null : `${length} of ${String(resultsCount).slice(0, 20)} results; fetch it again`,
  fault: ({ adjusted }) =>
    adjusted === false ? null : 'closes are adjusted for splits, although unadjusted ones were requested',
  read: readCloses,
  none: null,
})

const splits = jsonFeed({
  ...source,
  match: ({ hostname, pathname }) => hosts.includes(hostname) && pathname === splitsPath,
  plan: (state) => {
    if (sessionsDue(state, sessions).length === 0) return []
    const today = dayOf(state.now)
    const from = today - (state.closes?.has(id) ? splitDays.before : splitDays.first)
    const query = `execution_date.gte=${isoDay(from)}&execution_date.lte=${isoDay(today + splitDays.after)}&limit=1000`
    return [`https://api.massive.com${splitsPath}?${query}`]
  },
  rows: ({ results = [] }) => results,
  error: ({ status, error }) => (status === 'OK' ? null : String(error ?? status)),
  next: ({ next_url: next }) => (typeof next === 'string' && URL.canParse(next) ? [next] : []),
  read: (rows, { each }) => ({
    rows: {
      split: each(rows, 'split-row', (raw): SplitRow | string => {
        const { ticker, execution_date: day, split_from: from, split_to: to } = itemOf(raw)
        const ratio = Number(to) / Number(from)
        if (typeof ticker !== 'string' || dayNumber(String(day)) === null || !(ratio > 0 && Number.isFinite(ratio)))
          return 'no ticker, day or ratio'
        return { feed: id, market: 'us', line: lineOfTicker(ticker), session: String(day), ratio }
      }),
    },
  }),
  none: null,
})

/**
 * Closes of all lines of the USA, one session a request, and the list of splits (massive.com/docs/rest/stocks: `aggs/grouped` with
 * `adjusted=false`, `reference/splits`): `T` ticker, `c` close of the regular session, `v` volume, `t` 16:00 New York in milliseconds. Rows
 * come in no order. A body that is adjusted, of another day or not whole is refused. Preferred shares (`PCGpA`), warrants and lines without
 * volume, among them the test tickers, are left out.
 */
export const massiveCloses = feedOfKinds(closes, splits)

/** Lower case letters are of preferred shares, rights, units and warrants. */
const common = /^[A-Z]+(\.[A-Z])?$/

function readCloses(rows: readonly unknown[], sightings: Sightings) {
  const { each, url, reject } = sightings
  const asked = sessionOf(url)!
  const days = rows.map((row) => itemOf(row)['t']).flatMap((t) => (typeof t === 'number' ? [dayOf(t)] : []))
  const other = days.filter((day) => day !== asked)
  if (2 * other.length > days.length)
    throw bodyError(id, 'OTHER_DAY', `received closes of ${isoDay(other[0]!)} for ${isoDay(asked)}; nothing of them is loaded`)
  const read = each(rows, 'close-row', (raw) => {
    const { T: line, c: value, v: volume, t } = itemOf(raw)
    if (typeof line !== 'string' || typeof t !== 'number') return 'no ticker or time'
    if (dayOf(t) !== asked) return `a close of ${isoDay(dayOf(t))} in the answer for ${isoDay(asked)}`
    if (!common.test(line) || volume === 0) return { row: null }
    if (typeof value !== 'number' || !(value > 0)) return 'no close'
    return { row: rowOf(lineOfTicker(line), asked, value) }
  }).flatMap(({ row }) => row ?? [])
  const { rows: close, twice } = onePerLine(read)
  for (const line of twice) reject(null, 'close-twice', `${line} comes twice with different closes`, line)
  return { rows: { close } }
}

const rowOf = (line: string, session: number, value: number): CloseRow => ({
  ...{ feed: id, market: 'us', line, session: isoDay(session), value, unit: 'USD', shares: null },
  due_at: isoTime(publishedAt(session)),
})
