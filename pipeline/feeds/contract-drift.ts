import { dayMs, isoTime } from '../time/day.ts'
import { groupedBy } from '../values/grouped.ts'
import { type BodyFields, parentFieldPath } from './body-shape.ts'

/** Bodies of one shape: feed, kind of request, and the moments (milliseconds UTC) of the first and the last of them. */
export interface SeenShape {
  readonly feed: string
  readonly request: string
  readonly fields: BodyFields
  readonly first: number
  readonly last: number
}

/** A field of the bodies of a feed that is not what it always was. */
export interface ContractDrift {
  readonly feed: string
  readonly field: string
  readonly change: 'new' | 'missing' | 'retyped'
  /** Types before and since, null where the field was or is absent: `text`, `number or null`. */
  readonly was: string | null
  readonly is: string | null
  /** The first body that is so, milliseconds UTC. */
  readonly since: number
  /** Kinds of request it concerns, by the one that shows it first and their number. */
  readonly request: string
  readonly requests: number
}

/** One in words, for people who keep feeds. */
export function driftText({ field, change, was, is, since, request, requests }: ContractDrift): string {
  const what = { new: `is new (${is})`, missing: `is missing (was ${was})`, retyped: `is ${is} (was ${was})` }[change]
  const where = requests === 1 ? request : `${requests} kinds of request, first in ${request}`
  return `field ${field} ${what} since ${isoTime(since)} in ${where}`
}

/** What to do about it. */
export const driftAdvice =
  'compare the newest recording of the feed with an earlier one; correct the feed if it reads the field, else wait: after 30 days the new shape is the contract'

/** What a kind of request shows in its first day is learned: pages of a first reading differ. */
const learningMs = dayMs
/** After this a change is what the upstream agreed to, and no notice. */
const noticeMs = 30 * dayMs

/**
 * What differs, at `now`, from what bodies always showed: all earlier bodies of the kind had it one way, and all since have it the other. What
 * comes and goes is optional, and no drift. A function of the set of shapes: the order of loading does not matter.
 */
export function driftOf(shapes: readonly SeenShape[], now: number): ContractDrift[] {
  const known = shapes.flatMap((shape) => (shape.first <= now ? { ...shape, last: Math.min(shape.last, now) } : []))
  const kinds = groupedBy(known, ({ feed, request }) => `${feed} ${request}`)
  const all = [...kinds.values()].flatMap((kind) => driftOfKind(kind, now))
  const alike = groupedBy(all, ({ feed, field, change, was, is }) => JSON.stringify([feed, field, change, was, is]))
  return [...alike.values()]
    .map((same) => ({ ...same.reduce(earlier), requests: same.length }))
    .sort((a, b) => (textOf(a) < textOf(b) ? -1 : 1))
}

const textOf = ({ feed, field, change }: ContractDrift): string => `${feed} ${field} ${change}`
const earlier = (a: ContractDrift, b: ContractDrift): ContractDrift =>
  a.since < b.since || (a.since === b.since && a.request < b.request) ? a : b

function driftOfKind(shapes: readonly SeenShape[], now: number): ContractDrift[] {
  const learned = Math.min(...shapes.map(({ first }) => first)) + learningMs
  const { feed, request } = shapes[0]!
  const paths = [...new Set(shapes.flatMap(({ fields }) => Object.keys(fields)))]
  return paths.flatMap((field): ContractDrift[] => {
    const having = shapes.filter(({ fields }) => field in fields)
    const change = presence(shapes, having, field) ?? typesOf(having, field)
    if (change === null || change.since < learned || change.since <= now - noticeMs) return []
    return [{ feed, field: field === '' ? '(body)' : field, request, requests: 1, ...change }]
  })
}

type Change = Pick<ContractDrift, 'change' | 'was' | 'is' | 'since'>

/** A field that came or went for good. Of what came or went with its holder the holder alone tells, and an empty array proves nothing. */
function presence(shapes: readonly SeenShape[], having: readonly SeenShape[], field: string): Change | null {
  const holder = parentFieldPath(field)
  if (holder === null || field.endsWith('[]')) return null
  const lacking = shapes.filter(
    ({ fields }) => !(field in fields) && fields[holder]?.some((type) => type === 'object' || type === 'table'),
  )
  const types = wordsOf(having, field)
  const came = turnOf(lacking, having)
  if (came !== null) return { change: 'new', was: null, is: types, since: came }
  const went = turnOf(having, lacking)
  return went === null ? null : { change: 'missing', was: types, is: null, since: went }
}

/** A field one of whose types came or went for good; that it is no longer null or left out concerns nobody. */
function typesOf(shapes: readonly SeenShape[], field: string): Change | null {
  const types = [...new Set(shapes.flatMap(({ fields }) => fields[field]!))]
  const turns = types.flatMap((type) => {
    const having = shapes.filter(({ fields }) => fields[field]!.includes(type))
    const lacking = shapes.filter(({ fields }) => !fields[field]!.includes(type))
    const went = type === 'null' || type === 'absent' || type === 'empty' ? null : turnOf(having, lacking)
    return turnOf(lacking, having) ?? went ?? []
  })
  if (turns.length === 0) return null
  const since = Math.min(...turns)
  const before = shapes.filter(({ first }) => first < since)
  const after = shapes.filter(({ last }) => last >= since)
  return { change: 'retyped', was: wordsOf(before, field), is: wordsOf(after, field), since }
}

/** When bodies of the first group gave way to those of the second for good; null where they did not. */
function turnOf(before: readonly SeenShape[], after: readonly SeenShape[]): number | null {
  if (before.length === 0 || after.length === 0) return null
  const since = Math.min(...after.map(({ first }) => first))
  return Math.max(...before.map(({ last }) => last)) < since ? since : null
}

function wordsOf(shapes: readonly SeenShape[], field: string): string {
  const types = [...new Set(shapes.flatMap(({ fields }) => fields[field]!))].sort()
  return types.map((type) => (type === 'absent' ? 'left out of some items' : type)).join(' or ')
}
