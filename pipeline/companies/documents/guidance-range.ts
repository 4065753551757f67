import { scaleWordExponent } from '../../filings/scale.ts'
import { twelveDigits } from '../../values/rounding.ts'

/** A range, a point or a bound as a text states it. */
export interface StatedRange {
  readonly low: number | null
  readonly high: number | null
  /** `%`, an ISO code of a currency, or null where the text has neither. */
  readonly unit: string | null
  /** Whether it is counted in hundredths of a currency. */
  readonly cents: boolean
  /** Whether a word such as million follows it. */
  readonly scaled: boolean
  /** The power of ten that a table states for amounts without such a word. */
  readonly ofTable?: number
  readonly at: number
  readonly end: number
}

const currencies: Readonly<Record<string, string>> = {
  $: 'USD',
  US$: 'USD',
  '€': 'EUR',
  '£': 'GBP',
  EUR: 'EUR',
  USD: 'USD',
  GBP: 'GBP',
  CHF: 'CHF',
}
const bound = (name: string) =>
  `(?<open${name}>\\()?(?<minus${name}>[-\u2212])?(?<sign${name}>(?<![A-Z])(?:US)?\\$|[€£]|(?:EUR|USD|GBP|CHF) )?(?<inner${name}>\\()?(?<less${name}>[-\u2212])?(?<digits${name}>\\d{1,3}(?:,\\d{3})+(?:\\.\\d+)?|\\d+(?:\\.\\d+)?)(?<close${name}>\\))?(?:[- ]?(?<scale${name}>billion|million|thousand|bn|mm|[BMK])\\b)? ?(?<unit${name}>%|percent\\b|cents?\\b)?`
const about = '(?:(?:approximately|about|around|roughly|circa) |~ ?)?'
const between = '[\u2010-\u2015-]'
const range = new RegExp(
  `(?<![\\w.,/])(?:(?<floor>at least|more than|over|above|greater than|no less than|in excess of) |(?<ceiling>up to|less than|below|no more than|at most|under) )?${about}(?:(?<=\\bbetween )${bound('A')} and ${about}${bound('B')}|${bound('C')}(?: ?(?:to|${between}) ?${about}${bound('D')})?)(?:,? (?:plus or minus|\\+/-|±) (?<tolerance>\\d+(?:\\.\\d+)?) ?(?<toleranceUnit>%|percent\\b|basis points))?(?![\\w]|[.,]\\d|-\\w|[ -](?:basis|percentage|points|weeks?|days?|months?|years?|quarters?)\\b|,? (?:plus or minus|\\+/-|±)|\\s?(?:to|${between})\\s)`,
  'gu',
)

/** The ranges a text states, in its order. A bound in brackets is negative; a bound without its own scale has that of the other. */
export function rangesIn(text: string): StatedRange[] {
  return [...text.matchAll(range)].flatMap((match) => {
    const groups = match.groups!
    const names = groups['digitsA'] === undefined ? ['C', 'D'] : ['A', 'B']
    const bounds = names.filter((name) => groups[`digits${name}`] !== undefined).map((name) => boundOf(groups, name))
    const [first, last] = [bounds[0]!, bounds.at(-1)!]
    const scale = (one: typeof first, other: typeof first) => one.scale ?? other.scale
    const signs = new Set(bounds.flatMap(({ sign }) => sign ?? []))
    const units = new Set(bounds.flatMap(({ unit }) => unit ?? []))
    if (signs.size > 1 || units.size > 1 || (signs.size > 0 && units.size > 0)) return []
    const [unit = null] = [...signs, ...units]
    const [from, to] = [scaled(first.value, scale(first, last)), scaled(last.value, scale(last, first))]
    const tolerance = toleranceOf(groups, from)
    const [low, high] = from <= to ? [from - tolerance, to + tolerance] : [null, null]
    if (low === null || (groups['tolerance'] !== undefined && bounds.length > 1)) return []
    const one = bounds.length === 1
    if ((groups['floor'] !== undefined || groups['ceiling'] !== undefined) && !one) return []
    return {
      low: groups['ceiling'] === undefined ? twelveDigits(low) : null,
      high: groups['floor'] === undefined ? twelveDigits(high) : null,
      unit: unit === 'cents' ? null : unit,
      cents: unit === 'cents',
      scaled: scale(first, last) !== null,
      at: match.index,
      end: match.index + match[0].length,
    }
  })
}

function boundOf(groups: Readonly<Record<string, string | undefined>>, name: string) {
  const part = (of: string) => groups[`${of}${name}`]
  const enclosed = (part('open') ?? part('inner')) !== undefined && part('close') !== undefined
  const negative = enclosed || (part('minus') ?? part('less')) !== undefined
  const value = Number(part('digits')!.replaceAll(',', ''))
  const unit = part('unit')
  return {
    value: negative ? -value : value,
    sign: part('sign') === undefined ? null : currencies[part('sign')!.trim()]!,
    scale: part('scale') === undefined ? null : scaleWordExponent(part('scale')!),
    unit: unit === undefined ? null : unit.startsWith('cent') ? 'cents' : '%',
  }
}

const scaled = (value: number, exponent: number | null) => value * 10 ** (exponent ?? 0)

function toleranceOf(groups: Readonly<Record<string, string | undefined>>, value: number): number {
  const { tolerance, toleranceUnit, unitC } = groups
  if (tolerance === undefined) return 0
  if (toleranceUnit === 'basis points') return Number(tolerance) / 100
  return unitC === undefined ? (value * Number(tolerance)) / 100 : Number(tolerance)
}
