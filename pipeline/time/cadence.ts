import { type Schedule, type ScheduleTimes, schedules } from '../../data/schedules.ts'

const weekdays = ['Mondays', 'Tuesdays', 'Wednesdays', 'Thursdays', 'Fridays', 'Saturdays', 'Sundays'] as const

/** The interval of evenly spaced clock times in minutes; null for fewer than four or uneven ones. */
function intervalOf(times: readonly string[]): number | null {
  const minutes = times.map((time) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3)))
  const gaps = new Set(minutes.slice(1).map((minute, at) => minute - minutes[at]!))
  return minutes.length > 3 && gaps.size === 1 ? [...gaps][0]! : null
}

type Clocks = Exclude<ScheduleTimes, { everyMinutes: number }>

/** Days of the week on which there are times, in words, and how many times there are on each of them. */
function daysOf(times: readonly Clocks[]): { readonly days: string; readonly on: readonly string[]; readonly counts: number[] } {
  const counts = weekdays.map((_, at) =>
    times.reduce((sum, when) => sum + (when.weekdays.includes(at + 1) ? when.at.length : 0), 0),
  )
  const on = weekdays.filter((_, at) => counts[at]! > 0)
  const isBusiness = on.join() === weekdays.slice(0, 5).join()
  const days = on.length === 7 ? 'all days' : isBusiness ? 'business days' : on.join(' and ')
  return { days, on, counts: counts.filter((count) => count > 0) }
}

/** How often the schedules read a feed, besides the daily run that reads them all: `every 15 minutes`, `twice per business day`. */
export function readFrequencyText(feed: string, rows: readonly Schedule[] = schedules): string {
  const times = rows.flatMap(({ runs, when }) => (runs.orchestration === 'refresh' && runs.feeds.includes(feed) ? [when] : []))
  if (times.length === 0) return 'when another feed leads to it'
  const every = times.flatMap((when) => ('everyMinutes' in when ? [when.everyMinutes] : []))
  if (every.length > 0) return `every ${Math.min(...every)} minutes`
  const clocks = times.filter((when): when is Clocks => 'at' in when)
  const evenly = clocks.flatMap((when) => {
    const interval = intervalOf(when.at)
    const city = when.zone.split('/').at(-1)!.replace('_', ' ')
    return interval === null
      ? []
      : [`every ${interval} minutes from ${when.at[0]} to ${when.at.at(-1)} (${city}) on ${daysOf([when]).days}`]
  })
  if (evenly.length > 0) return [...evenly, ...(evenly.length < clocks.length ? ['at other times'] : [])].join(' and ')
  const { days, on, counts } = daysOf(clocks)
  const [least, most] = [Math.min(...counts), Math.max(...counts)]
  const often =
    most === 1 ? 'once' : most === 2 && least === 2 ? 'twice' : `${least === most ? most : `${least} to ${most}`} times`
  if (on.length === 7) return `${often} a day`
  if (on.length === 6) return `${often} a day except on ${weekdays.find((day) => !on.includes(day))!}`
  if (days === 'business days') return `${often} per business day`
  return most === 1 ? `on ${days}` : `${often} on ${days}`
}
