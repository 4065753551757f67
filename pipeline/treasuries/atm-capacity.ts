import { capacityParts, capacityWordings } from '../../data/companies/capacity-wordings.ts'
import type { AtmCapacity } from '../documents/treasury.ts'
import { withoutFootnoteMarks } from '../filings/text.ts'
import { dayPattern, readDay, readDays } from '../filings/written-day.ts'
import { dayNumber } from '../time/day.ts'
import { groupedBy } from '../values/grouped.ts'
import type { FiledPassage, FiledPassages } from '../warehouse/companies/filings.ts'
import { filingReference } from './known.ts'
import { scaleFactors } from './price.ts'
import { fillPattern, numberPattern } from './wording.ts'

/** What may still be sold under one program on a day, as one place of a filing states it. In whole US dollars. */
export interface ProgramCapacity {
  readonly program: string
  readonly availableUsd: number
  readonly asOf: string
  readonly place: string
  readonly quote: string
}

/** Days after which what was left says nothing of today: a quarter, and the time to report on it. */
const oldest = 120
/** More than any program: a figure above it was read under a wrong scale. */
const mostUsd = 1e12
const longestQuote = 500

const unsold = /^available for issuance and sale(?: \((?:\$ )?in (thousand|million|billion)s\))?$/iu
const dated = new RegExp(`^as of (${dayPattern})$`, 'iu')
const amount = new RegExp(`^\\$?\\s?(${numberPattern})(?: (thousand|million|billion))?(?: of [a-z]{2,6} shares)?$`, 'iu')
const none = /^(?:\$\s?)?[-\u2010-\u2015\u2212]+$/u
const statedDay = new RegExp(`\\bas of (${dayPattern})`, 'iu')
const remaining = capacityWordings.map(
  ({ says }) => new RegExp(fillPattern(says, { ...capacityParts, number: numberPattern }), 'gu'),
)

/**
 * What is left of each at-the-market program by the newest current report that says so, with the report it comes from. A program that
 * report does not name again is left out: it ended, or goes by another name. Empty where the newest statement is older than 120 days.
 *
 * @param filings of one company, as known on the day
 * @param day day number
 */
export function atmCapacityOn(filings: readonly FiledPassages[], day: number): AtmCapacity[] {
  const stated = filings
    .filter(({ filing }) => day - dayNumber(filing.filed)! <= oldest)
    .flatMap(({ filing, passages }) => readCapacities(passages, filing.filed).map((capacity) => ({ ...capacity, filing })))
    .filter((capacity) => day - dayNumber(capacity.asOf)! <= oldest)
  const key = ({ asOf: on, filing }: (typeof stated)[number]) => `${on} ${filing.knownAt} ${filing.accession}`
  const newest = stated.map(key).sort().at(-1)
  return stated
    .filter((each) => key(each) === newest)
    .map(({ availableUsd, asOf: on, filing, ...capacity }) => ({
      ...capacity,
      available_usd: availableUsd,
      as_of: on,
      filing: filingReference(filing),
    }))
}

/**
 * Passages of one current report -> what it says is left of each program on the newest day it speaks of, by the name the filing gives it.
 * Tables win over sentences, which round. Left out: a day that is not the filing's or up to 120 days before it, an amount whose scale is
 * not stated exactly once, a program stated twice with different amounts. The size of a program is not what is left of it.
 */
export function readCapacities(passages: readonly FiledPassage[], filed: string): ProgramCapacity[] {
  const inTime = ({ asOf: on }: ProgramCapacity) => on <= filed && dayNumber(filed)! - dayNumber(on)! <= oldest
  const cells = passages.filter(({ kind }) => kind === 'cell').flatMap((cell) => ofCell(cell) ?? [])
  const sentences = passages.filter(({ kind }) => kind === 'sentence').flatMap(ofSentence)
  const all = [...cells, ...sentences].filter(inTime)
  const days = all.map((each) => each.asOf).sort()
  const newest = days.at(-1)
  const tabled = cells.filter((each) => each.asOf === newest)
  const current = tabled.length > 0 ? tabled : sentences.filter((each) => each.asOf === newest)
  const byProgram = groupedBy(current, ({ program }) => program)
  return [...byProgram.values()].flatMap(([first, ...more]) =>
    first !== undefined && more.every(({ availableUsd }) => availableUsd === first.availableUsd) ? [first] : [],
  )
}

/** A cell under `As of ...` and `Available for Issuance and Sale`; its program is the label of its row. */
function ofCell({ place, text, heading, context }: FiledPassage): ProgramCapacity | null {
  const heads = heading.split(' | ').map((part) => withoutFootnoteMarks(part))
  const [column, ...moreColumns] = heads.filter((part) => unsold.test(part))
  const [day, ...moreDays] = heads.filter((part) => dated.test(part))
  const program = withoutFootnoteMarks(context.split(' | ').slice(1).at(-1) ?? '')
  if (program === '' || /^total\b/iu.test(program)) return null
  if (column === undefined || day === undefined || moreColumns.length > 0 || moreDays.length > 0) return null
  const asOf = readDay(dated.exec(day)?.[1] ?? '')
  const availableUsd = dollars(text, unsold.exec(column)?.[1])
  if (asOf === null || availableUsd === null) return null
  return { program, availableUsd, asOf, place, quote: [day, column, program, text].join(' | ') }
}

/** `As of <day>, approximately $2.37 billion of MSTR Shares remained available for issuance and sale pursuant to the Common ATM, and ...` */
function ofSentence({ place, text }: FiledPassage): ProgramCapacity[] {
  const asOf = readDay(statedDay.exec(text)?.[1] ?? '')
  if (asOf === null || readDays(text).length !== 1) return []
  const stated = remaining
    .flatMap((pattern) => [...text.matchAll(pattern)])
    .flatMap(({ groups }) => {
      const { digits = '', scale, program = '' } = groups ?? {}
      const availableUsd = scale === undefined ? inFull(digits) : dollars(`${digits} ${scale}`)
      return availableUsd === null ? [] : [{ program, availableUsd, asOf, place, quote: text.slice(0, longestQuote) }]
    })
  return stated.filter(
    ({ program, availableUsd }, at) =>
      stated.findIndex((other) => other.program === program && other.availableUsd === availableUsd) === at,
  )
}

/** Dollars printed in full, which programs are in the millions of; null of anything that may be in another unit. */
function inFull(digits: string): number | null {
  const usd = Number(digits.replaceAll(',', ''))
  return /,\d{3},\d{3}$/u.test(digits) && usd <= mostUsd ? usd : null
}

/** Whole dollars; a dash is null. Null unless the scale is stated in the cell or above it, and not in both. */
function dollars(text: string, above?: string): number | null {
  const bare = withoutFootnoteMarks(text)
  if (none.test(bare)) return 0
  const [, digits, own] = amount.exec(bare) ?? []
  const scale = own ?? above
  if (digits === undefined || scale === undefined || (own !== undefined && above !== undefined)) return null
  const usd = Math.round(Number(digits.replaceAll(',', '')) * scaleFactors[scale.toLowerCase() as keyof typeof scaleFactors])
  return usd <= mostUsd ? usd : null
}
