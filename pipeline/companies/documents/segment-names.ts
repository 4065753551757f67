import type { Fact } from '../../filings/fact.ts'
import { groupedBy } from '../../values/grouped.ts'
import { conceptTitle } from '../fact.ts'
import { axisMembers, consolidationAxis, consolidationMember, segmentAxes, segmentAxisPairs } from './segment-axes.ts'

/** Longer texts are sentences. */
const longest = 80
const note = /(?:\s*[([](?:[a-z]{1,2}|\d{1,2}|\*+)[)\]]|\s*\*+|:)+$/u

/** A label without the signs of its footnotes: `LatAm (b)`. */
export const rowLabelOf = ({ place }: Pick<Fact, 'place'>): string => place.label.trim().replace(note, '')

const measures = /revenue|sales|income|earnings|profit|loss|ebitda|premium|assets|contribution|margin|turnover|\p{Script=Han}/iu

/** Whether a label names an amount: one that rows share may name a region or a day, and one of a single row may name no segment. */
export const labelsAmount = (label: string): boolean => measures.test(label)

/** A name of a row of a table; empty for what names none. */
function rowNameOf(fact: Fact): string {
  const name = rowLabelOf(fact).replace(/^total\s+|[,\s]+total$/iu, '')
  return fact.place.table !== null && name.length <= longest && /\p{L}/u.test(name) ? name : ''
}

/** Members of the taxonomy whose words are not those of their standard label. */
const standard: Readonly<Record<string, string>> = {
  'us-gaap:CorporateNonSegmentMember': 'Corporate, Non-Segment',
  'us-gaap:IntersegmentEliminationMember': 'Intersegment Eliminations',
  'us-gaap:MaterialReconcilingItemsMember': 'Segment Reconciling Items',
  'us-gaap:NonUsMember': 'Non-US',
}

/** `pep:FritoLayNorthAmericaMember` -> `Frito Lay North America`, a country -> its name. */
export function memberName(member: string): string {
  if (standard[member] !== undefined) return standard[member]
  const name = member
    .slice(member.indexOf(':') + 1)
    .replace(/(?:(?<!Non)(?:Reportable)?Segments?)?Member$/u, '')
    .replaceAll(/(?<=[a-z\d])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/gu, ' ')
    .replaceAll(/(?<= )(?:And|Of|For|The|In)(?= )/gu, (word) => word.toLowerCase())
    .trim()
  return /^[A-Z]{2}$/.test(name) && member.startsWith('country:') ? regions.of(name)! : name || conceptTitle(member)
}
const regions = new Intl.DisplayNames('en', { type: 'region' })

/** What a member and its label have in common: `Energyand Transportation`, `Energy & Transportation`. */
const lettersOf = (name: string): string => name.toLowerCase().replaceAll(/and|[^a-z]/gu, '')

/**
 * Names of the members of a report as its tables have them: the label of a row that is of one member alone among the rows of its table, the one
 * with the letters of the member before others, and else the one of most rows. A member without such a row is called by a label of its letters
 * anywhere in the report, or in words.
 */
export function memberNamesInTables(facts: readonly Fact[]): (member: string) => string {
  const votes = new Map<string, Map<string, number>>()
  const inTables = facts.filter((fact) => rowNameOf(fact) !== '')
  for (const { member, name } of votesIn(inTables)) {
    const names = votes.get(member) ?? votes.set(member, new Map()).get(member)!
    names.set(name, (names.get(name) ?? 0) + 1)
  }
  const spelt = new Map(inTables.map((fact) => [lettersOf(rowNameOf(fact)), rowNameOf(fact)]))
  const words = new Set(
    inTables.flatMap((fact) =>
      rowNameOf(fact)
        .toLowerCase()
        .split(/[^\p{L}]+/u),
    ),
  )
  return (member) => {
    const inWords = memberName(member).replaceAll(/(\p{L}+)and(?= )/gu, (whole, word: string) =>
      words.has(word.toLowerCase()) && !words.has(whole.toLowerCase()) ? `${word} and` : whole,
    )
    const letters = lettersOf(inWords)
    const names = [...(votes.get(member) ?? [])].sort(([a, often], [b, oftener]) => {
      const alike = Number(lettersOf(b) === letters) - Number(lettersOf(a) === letters)
      return alike || oftener - often
    })
    return names[0]?.[0] ?? (letters === '' ? undefined : spelt.get(letters)) ?? inWords
  }
}

interface Vote {
  readonly member: string
  readonly name: string
}

/** Rows of one amount and period in a table, by the members of one axis where those of the other are the same. */
function votesIn(facts: readonly Fact[]): Vote[] {
  const rows = [...groupedBy(facts, keyOf).values()].filter((each) => each.some(({ context }) => context.dimensions.length > 0))
  return rows.flatMap((own) => [
    ...Object.values(segmentAxes).flatMap((axis) =>
      votesOf(own.flatMap((fact) => ({ fact, members: fact.context.dimensions.length === 0 ? [] : membersOf(fact, axis) }))),
    ),
    ...segmentAxisPairs.flatMap(([one, other]) => votesOfPairs(own, segmentAxes[one], segmentAxes[other])),
  ])
}

const keyOf = ({ concept, context, unit, place }: Fact): string =>
  [place.table, concept, context.start, context.end, unit].join(' ')

/** The member of an axis; of a row that reconciles, that of the consolidation. */
function membersOf(fact: Fact, axis: RegExp): string[] | null {
  const [under] = fact.context.dimensions.every((each) => consolidationAxis.test(each.axis)) ? [consolidationMember(fact)] : []
  return under ? [under] : axisMembers(fact, axis)
}

interface Of {
  readonly fact: Fact
  readonly members: readonly string[] | null
}

/** Labels that are each of one member, where several members have them, or one beside the whole has one that names no amount. */
function votesOf(rows: readonly Of[]): Vote[] {
  const own = rows.flatMap(({ fact, members }) => (members === null ? [] : { member: members[0] ?? '', name: rowNameOf(fact) }))
  const named = groupedBy(own, ({ name }) => name)
  const votes = own.filter(({ member, name }) => member !== '' && named.get(name)!.every((other) => other.member === member))
  if (new Set(votes.map(({ member }) => member)).size > 1) return votes
  return named.size > 1 ? votes.filter(({ name }) => !labelsAmount(name)) : []
}

/** The same of rows of two axes; a label that would name the members of both names the row alone. */
function votesOfPairs(facts: readonly Fact[], one: RegExp, other: RegExp): Vote[] {
  const rows = facts.flatMap((fact) => {
    const members = axisMembers(fact, one, other)
    return members === null ? [] : { fact, members: members as [string, string] }
  })
  const votes = ([0, 1] as const).map((at) =>
    [...groupedBy(rows, ({ members }) => members[1 - at]!).values()].flatMap((own) =>
      votesOf(own.map(({ fact, members }) => ({ fact, members: [members[at]] }))),
    ),
  )
  const [ones, others] = votes.map((each) => new Set(each.map(({ name }) => name))) as [Set<string>, Set<string>]
  return votes.flat().filter(({ name }) => !(ones.has(name) && others.has(name)))
}
