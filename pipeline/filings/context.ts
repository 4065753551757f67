import { dayNumber, isoDay } from '../time/day.ts'
import { descendantsNamed, type Element, localName } from './element.ts'

/** One axis of a context. A typed member is its text, an explicit one the name of the member. */
export interface Dimension {
  readonly axis: string
  readonly member: string
  readonly typed: boolean
}

/** What a fact is about. */
export interface Context {
  /** The identifier of the entity, its CIK at the SEC, as filed. */
  readonly entity: string
  /** First day of a duration; null for an instant. */
  readonly start: string | null
  /** Last day of a duration, or the day at whose end the instant is; null only where the period is `forever`. */
  readonly end: string | null
  /** By axis; empty where the fact is about the entity as a whole. */
  readonly dimensions: readonly Dimension[]
}

const moment = /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2}:\d{2})(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})?)?$/u

/**
 * A `context` element -> what facts that name it are about, or why that is unknown. Segment and scenario count alike. Content of theirs
 * that is not a dimension makes the context unreadable: ignoring it would turn a fact about a part into one about the whole entity.
 */
export function readContext(element: Element): Context | string {
  const entity = descendantsNamed(element, 'identifier')[0]?.text.trim()
  if (entity === undefined || entity === '') return 'its context names no entity'
  const [period, ...more] = element.children.filter((child) => localName(child.name) === 'period')
  if (period === undefined || more.length > 0) return 'its context has no period, or more than one'
  const dimensions: Dimension[] = []
  for (const name of ['segment', 'scenario'])
    for (const member of descendantsNamed(element, name).flatMap((part) => part.children)) {
      const read = readDimension(member)
      if (typeof read === 'string') return read
      if (dimensions.some((known) => known.axis === read.axis)) return `its context names ${read.axis} twice`
      dimensions.push(read)
    }
  dimensions.sort((a, b) => (a.axis < b.axis ? -1 : 1))
  const days = readPeriod(period)
  return typeof days === 'string' ? days : { entity, ...days, dimensions }
}

function readDimension(element: Element): Dimension | string {
  const name = localName(element.name)
  const axis = element.attributes['dimension']?.trim() ?? ''
  const typed = name === 'typedmember'
  if (axis === '' || !(typed || name === 'explicitmember')) return 'its context has content that is not a dimension'
  const member = (typed ? (element.children[0]?.text ?? '') : element.text).trim()
  return member === '' && !typed ? `its context names no member of ${axis}` : { axis, member, typed }
}

function readPeriod(element: Element): Pick<Context, 'start' | 'end'> | string {
  const parts = new Map(element.children.map((child) => [localName(child.name), child.text.trim()]))
  const [instant, from, to] = ['instant', 'startdate', 'enddate'].map((name) => parts.get(name))
  if (parts.size === 1 && parts.has('forever')) return { start: null, end: null }
  if (parts.size === 1 && instant !== undefined) {
    const end = readDay(instant, true)
    return end === null ? `"${instant.slice(0, 40)}" is not a date` : { start: null, end }
  }
  if (parts.size !== 2 || from === undefined || to === undefined) return 'its period is invalid'
  const [start, end] = [readDay(from, false), readDay(to, true)]
  if (start === null || end === null || start > end) return `"${from.slice(0, 40)}" to "${to.slice(0, 40)}" is not a period`
  return { start, end }
}

/** A day or a moment -> the day; an end at midnight is the end of the day before. */
function readDay(text: string, ends: boolean): string | null {
  const [, day = '', time] = moment.exec(text) ?? []
  const number = dayNumber(day)
  if (number === null) return null
  return ends && time === '00:00:00' ? isoDay(number - 1) : day
}
