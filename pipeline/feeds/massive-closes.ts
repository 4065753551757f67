import { normalizeTicker } from '../../data/close-providers.ts'
import type { SplitRow } from '../tables/close.ts'
import { dayNumber, dayOf, isoDay } from '../time/day.ts'
import { localToUtc } from '../time/zone.ts'
import { itemOf, jsonFeed } from './json-feed.ts'
import { closesIn, sessionsDue } from './session-closes.ts'
import { type Sightings, seriesFeedOfKinds } from './sightings.ts'

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
        return { feed: id, market: 'us', line: normalizeTicker(ticker), session: String(day), ratio }
      }),
    },
  }),
})

/**
 * Closes of all lines of the USA, one session a request, and the list of splits (massive.com/docs/rest/stocks: `aggs/grouped` with
 * `adjusted=false`, `reference/splits`): `T` ticker, `c` close of the regular session, `v` volume, `t` 16:00 New York in milliseconds. Rows
 * come in no order. A body that is adjusted, of another day or not whole is refused. Preferred shares (`PCGpA`), warrants and lines without
 * volume, among them the test tickers, are left out.
 */
export const massiveCloses = seriesFeedOfKinds(closes, splits)

const isTime = (ms: number): boolean => Math.abs(ms) <= 8.64e15

/** Lower case letters are of preferred shares, rights, units and warrants. */
const common = /^[A-Z]+(\.[A-Z])?$/

function readCloses(rows: readonly unknown[], sightings: Sightings) {
  const asked = isoDay(sessionOf(sightings.url)!)
  const close = closesIn({ feed: id, market: 'us', asked, dueAt: publishedAt }, rows, sightings, (raw) => {
    const { T: ticker, c: value, v: volume, t } = itemOf(raw)
    if (typeof ticker !== 'string' || typeof t !== 'number' || !isTime(t)) return 'no ticker or time'
    const session = isoDay(dayOf(t))
    if (session === asked && (!common.test(ticker) || volume === 0)) return null
    return { line: normalizeTicker(ticker), session, value }
  })
  return { rows: { close } }
}
