import { dayPattern, readDay } from '../../filings/written-day.ts'

/** A fiscal period as a text names it; `year` null where it names none. */
export interface NamedPeriod {
  readonly year: number | null
  readonly part: 'year' | 'Q1' | 'Q2' | 'Q3' | 'Q4' | 'H1' | 'H2' | 'unknown'
  readonly at: number
  readonly end: number
}

const nth = '(?<nth>first|second|third|fourth)'
const year = "(?<year>20\\d\\d(?!\\d)|(?<=FY ?['’]?)\\d\\d(?!\\d))"
const fiscal = "(?:(?:the )?(?:full )?(?:fiscal |financial |calendar )?(?:year )?|FY ?['’]?)"
const patterns = [
  `${year} ${nth}(?:[- ]fiscal)?[- ]quarter`,
  `(?:fiscal )?${nth}(?:[- ]fiscal)?[- ]quarter(?:,? (?:of )?${fiscal}${year})?`,
  `(?:fiscal )?Q(?<q>[1-4])(?:,? (?:of )?${fiscal}${year})?`,
  `FY ?['’]?${year} Q(?<q>[1-4])`,
  `(?<q>[1-4])Q ?(?:FY)?['’]?(?<short>\\d\\d)`,
  `${nth} half(?:,? (?:of )?${fiscal}${year})?`,
  `(?:fiscal )?(?:year|twelve[- ]month period|twelve months|12 months) (?:ending|ended|to) (?<day>${dayPattern})`,
  `(?:quarter|(?:three|six|nine)[- ]months?(?: period)?) (?:ending|ended)(?<unknown>)`,
  `(?:(?:current|next|coming|this|following) (?:fiscal )?(?:year|quarter)|next (?:several|few|two|three|five|twelve|12)|by 20\\d\\d|through 20\\d\\d)(?<unknown>)`,
  `(?:full[- ]?(?:fiscal )?year|fiscal(?: year)?|calendar(?: year)?|financial year|FY|year) ?['’]?(?:of )?${year}`,
  `(?:the )?(?<full>full[- ](?:fiscal )?year|for the (?:fiscal |financial )?year|fiscal year)(?! (?:ended|ending|to \\w+ \\d))`,
  `${year} (?:full[- ]year|fiscal year|financial year)`,
  `(?<!(?:January|February|March|April|May|June|July|August|September|October|November|December|Jan\\.?|Feb\\.?|Mar\\.?|Apr\\.?|Jun\\.?|Jul\\.?|Aug\\.?|Sept?\\.?|Oct\\.?|Nov\\.?|Dec\\.?)(?: \\d{1,2},)? |Q[1-4] )${year}`,
].map((source) => new RegExp(`(?<![\\w$.,])${source}(?![\\w%]|[.,]\\d)`, 'giu'))
/** Before a period with which another is compared. */
const compared =
  /\b(?:compared (?:to|with)|over|versus|vs\.?|from|than|since|relative to|against)(?: the| our| its)?(?: fiscal)?\s*$/iu
const ordinals = ['first', 'second', 'third', 'fourth']

/** The periods a text names, in its order, without those it compares with. */
export function periodsIn(text: string): NamedPeriod[] {
  const all = patterns
    .flatMap((pattern) =>
      [...text.matchAll(pattern)].map((match) => ({ match, at: match.index, end: match.index + match[0].length })),
    )
    .sort((a, b) => a.at - b.at || b.end - a.end)
  const named: NamedPeriod[] = []
  let end = 0
  for (const { match, at, end: to } of all) {
    if (at < end) continue
    end = to
    if (!compared.test(text.slice(Math.max(0, at - 30), at))) named.push({ ...readPeriod(match), at, end: to })
  }
  return named
}

function readPeriod({ 0: text, groups = {} }: RegExpMatchArray): Pick<NamedPeriod, 'year' | 'part'> {
  const { nth: word, q, day, unknown, year: digits, short } = groups
  if (unknown !== undefined) return { year: null, part: 'unknown' }
  if (day !== undefined) return yearTo(readDay(day))
  const written = digits ?? short
  const number = written === undefined ? null : Number(written.length === 2 ? `20${written}` : written)
  if (q !== undefined) return { year: number, part: `Q${q}` as 'Q1' }
  if (word === undefined) return { year: number, part: 'year' }
  const place = ordinals.indexOf(word.toLowerCase()) + 1
  return { year: number, part: (/ half/iu.test(text) ? `H${place}` : `Q${place}`) as 'Q1' }
}

/** A year that ends in June or later has the number of that year; how an issuer counts one that ends before does not follow from its end. */
function yearTo(day: string | null): Pick<NamedPeriod, 'year' | 'part'> {
  const [number = 0, month = 0] = (day ?? '').split('-').map(Number)
  return month >= 6 ? { year: number, part: 'year' } : { year: null, part: 'unknown' }
}

/** The one period of a text; null where it names none, or several. `full year` beside `fiscal 2026` is the same. */
export function onlyPeriod(named: readonly NamedPeriod[]): NamedPeriod | null {
  const [first, ...more] = named.filter(
    ({ year, part }) => year !== null || part === 'unknown' || !named.some((other) => other.part === part && other.year !== null),
  )
  return first === undefined || more.some(({ year, part }) => year !== first.year || part !== first.part) ? null : first
}

/** `FY2024`, `FY2024 Q2`; null where a part of it is not known. A quarter without a year is of the year that is spoken of. */
export function periodName(period: NamedPeriod | null, spokenOf: NamedPeriod | null): string | null {
  if (period === null || period.part === 'unknown') return null
  const ofYear = spokenOf !== null && (spokenOf.part === 'year' || spokenOf.part === period.part)
  const number = period.year ?? (ofYear || (spokenOf !== null && period.part === 'year') ? spokenOf!.year : null)
  if (number === null) return null
  return period.part === 'year' ? `FY${number}` : `FY${number} ${period.part}`
}
