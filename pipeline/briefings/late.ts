import { metricByName } from '../../data/metrics.ts'
import { releaseNameOf } from '../../data/releases.ts'
import { rhythmOfSeries } from '../days/release-times.ts'
import type { Reading } from '../documents/reading.ts'
import { hasMonthPeriods } from '../time/release.ts'
import { dayInWords, inWords } from '../values/amounts.ts'
import { capitalised, nameOf } from './story/names.ts'

/** What is due and has not arrived: since when, how a list names it, and the sentence where there is nothing else. */
interface Late {
  readonly due: string
  readonly name: string
  readonly sentence: string
  readonly metrics: readonly string[]
}

/**
 * What is due and has not arrived, counted by release and not by reading; null where everything has. Where other readings of the same release
 * have arrived, or it comes daily, the reading is named, with the day of its newest value.
 *
 * @param readings those of the briefing that are not stale; `today` the day of the document, `YYYY-MM-DD`
 * @param deciding metrics that the state is judged by: `decides` says whether one of them is late
 */
export function lateSentence(
  readings: readonly Reading[],
  today: string,
  deciding: readonly string[],
): { readonly text: string; readonly decides: boolean } | null {
  const late = byRelease(readings)
    .flatMap((ofOne) => lateOf(ofOne, today))
    .toSorted((a, b) => (a.due < b.due ? -1 : 1))
  const [first, second] = late
  if (first === undefined) return null
  const several = `${capitalised(inWords(late.length))} releases have not arrived, the first ${first.name}.`
  const two = second && `${capitalised(first.name)} and ${second.name} have not arrived.`
  const text = late.length === 1 ? first.sentence : late.length === 2 ? two! : several
  return { text, decides: late.some(({ metrics }) => metrics.some((metric) => deciding.includes(metric))) }
}

/** Readings of one release, and what the release is called. */
interface OfRelease {
  readonly release: string | null
  readonly readings: Reading[]
}

function byRelease(readings: readonly Reading[]): OfRelease[] {
  const all = new Map<string, OfRelease>()
  for (const reading of readings) {
    const release = metricReleaseName(reading.metric)
    const key = release ?? reading.metric
    all.set(key, { release, readings: [...(all.get(key)?.readings ?? []), reading] })
  }
  return [...all.values()]
}

/** What the release that brings a metric's newest value is called; null of what comes daily. */
export const metricReleaseName = (metric: string): string | null =>
  releaseNameOf(rhythmOfSeries(metricByName.get(metric)!.clock).rule)

function lateOf({ release, readings }: OfRelease, today: string): Late[] {
  const late = readings.filter(({ freshness }) => freshness.status === 'late' && freshness.next_due_at !== null)
  if (late.length === 0) return []
  const dueOf = ({ freshness }: Reading) => freshness.next_due_at!
  if (release === null || late.length < readings.length)
    return late.map((reading) => {
      const newest = `newest value ${dayInWords(reading.period, today)}`
      const { metric } = reading
      const { name } = nameOf(reading)
      return { due: dueOf(reading), name: `${name} (${newest})`, sentence: `${capitalised(name)}: ${newest}.`, metrics: [metric] }
    })
  const due = late.map(dueOf).sort()[0]!
  const by = hasMonthPeriods(rhythmOfSeries(metricByName.get(late[0]!.metric)!.clock).frequency) ? 'by' : 'on'
  const name = `the ${inside(release)} due ${by} ${dayInWords(due.slice(0, 10), today)}`
  const sentence = `${capitalised(name)} ${isPlural(release) ? 'have' : 'has'} not arrived.`
  return [{ due, name, sentence, metrics: late.map(({ metric }) => metric) }]
}

/** A name without its brackets, which hold a number. */
const bare = (name: string): string => name.replace(/ \([^)]*\)$/, '')

/** A name inside a sentence: with a small letter, unless it has capitals further on. */
const inside = (name: string): string => (/[A-Z]/.test(bare(name).slice(1)) ? name : name.charAt(0).toLowerCase() + name.slice(1))

const isPlural = (name: string): boolean => /[^su]s$/.test(bare(name))
