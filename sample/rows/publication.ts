import { feedMayProvide, type Series, series } from '../../data/series.ts'
import { InputError } from '../../pipeline/errors.ts'
import type { SampleBody } from '../../pipeline/feeds/sample-rows.ts'
import { dayNumber, isoDay } from '../../pipeline/time/day.ts'
import { sessionsOf } from '../world/history.ts'
import { seriesLevelOf } from '../world/levels.ts'
import { pathOf, roundTo } from '../world/random-walk.ts'

/** One request of a feed to an invented upstream. */
export interface Asked {
  readonly feed: string
  readonly upstream: string
  readonly url: URL
  /** The run's logical time (ms), and the last day its history has. */
  readonly now: number
  readonly last: number
}

export type SampleAnswer = Partial<Omit<SampleBody, 'notice'>>

/** A row of a table. */
export type SampleTableRow<Table extends keyof SampleBody['rows']> = NonNullable<SampleBody['rows'][Table]>[number]

/** Answers to feeds, by their ids. */
export type SampleAnswers = Readonly<Record<string, (asked: Asked) => SampleAnswer>>

/** What an answer leads to: addresses that a feed asks for next. */
export const leads = (feed: string, upstream: string, urls: readonly string[]) => urls.map((url) => ({ feed, upstream, url }))

/** What a feed shows of the series of its upstream. */
export interface SeriesPublication {
  /** Keys of the series that the address asks for: by default those all of whose words are in it, or else all of the upstream. */
  readonly keys?: RegExp | ((url: URL) => RegExp)
  /** Periods shown (day numbers): by default the sessions from the first day that the address names. */
  days?(row: Series, asked: Asked): readonly number[]
  /** What is printed for a period, null where nothing is: by default the path of the key. */
  value?(row: Series, day: number, asked: Asked): number | null
}

const addressOf = (url: URL): string => decodeURIComponent(url.href)

/** The first day that an address names in ISO 8601, or one before all others. */
export const firstRequestedDay = (url: URL): number => dayNumber(/\d{4}-\d\d-\d\d/.exec(addressOf(url))?.[0] ?? '') ?? 0

export const requestedSessions = (row: Series, { url, now }: Asked): number[] => {
  const from = firstRequestedDay(url)
  return sessionsOf(row, now).filter((day) => day >= from)
}

/** The given number of days, up to the last. */
export const lastDays = (count: number, last: number): number[] => Array.from({ length: count }, (_, at) => last - count + 1 + at)

/** The day of the run, for values of the present. */
export const dayOfRun = (_: Series, { last }: Asked): readonly number[] => [last + 1]

const printedPath = ({ key, range }: Series, day: number): number =>
  roundTo(pathOf(key, range)(day), seriesLevelOf(key, range).decimals)

/** The series of its upstream that a request asks for. */
export function requestedSeries({ feed, upstream, url }: Asked, keys: SeriesPublication['keys']): readonly Series[] {
  const all: readonly Series[] = series.filter((row: Series) => feedMayProvide({ feed, upstream }, row))
  if (all.length === 0)
    throw new InputError('SAMPLE_HOST', `the sample feeds do not imitate ${url.host}; ask live feeds`, { host: url.host })
  const pattern = typeof keys === 'function' ? keys(url) : keys
  if (pattern !== undefined) return all.filter(({ key }) => pattern.test(key))
  const words = new Set(addressOf(url).split(/[^A-Za-z0-9]+/))
  const named = all.filter(({ key }) => key.split(/[^A-Za-z0-9]+/).every((word) => words.has(word)))
  return named.length > 0 ? named : all
}

/** The answers of a feed of series, oldest period first. */
export function seriesAnswer({
  keys,
  days = requestedSessions,
  value = printedPath,
}: SeriesPublication): (asked: Asked) => SampleAnswer {
  return (asked) => {
    const observations = new Map<number, Record<string, number>>()
    for (const row of requestedSeries(asked, keys))
      for (const day of days(row, asked)) {
        const printed = value(row, day, asked)
        if (printed === null) continue
        const values = observations.get(day) ?? {}
        observations.set(day, values)
        values[row.key] = printed
      }
    const sorted = [...observations].sort(([a], [b]) => a - b)
    return { observations: sorted.map(([day, values]) => ({ date: isoDay(day), ...values })) }
  }
}
