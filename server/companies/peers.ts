import { industryClasses } from '../../data/companies/industries.ts'
import { companyMarketOf } from '../../data/companies/markets.ts'
import type { DirectoryRow } from '../../pipeline/documents/company/company.ts'
import { whySaleStopped } from '../../pipeline/documents/company/next-report.ts'
import type { EditionView } from '../../pipeline/editions/reader.ts'
import { memoize } from '../http/once.ts'
import { directoryOf } from './directory.ts'

/** The peers of a company in an edition, looked up once. */
export const peersIn = memoize((view: EditionView) =>
  memoize((own: DirectoryRow) => peersOf(directoryOf(view).companies, own, view.manifest.as_of)),
)

/** Fewer companies than this make no order worth a word. */
const leastPeers = 5
/** A fiscal year and the time to report on it: a company whose newest report is older is not compared with others. */
const mostDaysBehind = 460

/** A company and those that it is compared with; or why there are too few. */
export type Peers = { readonly among: string; readonly rows: readonly DirectoryRow[] } | { readonly why: string }

/**
 * Companies of the market, the form of statements and the industry of one, that are sold and have reported lately: of its industry, else of the narrowest
 * group of industries that has five.
 *
 * @param day YYYY-MM-DD
 */
export function peersOf(companies: readonly DirectoryRow[], own: DirectoryRow, day: string): Peers {
  const { market, title } = companyMarketOf(own)
  const alike = companies.filter(
    (row) =>
      row.company.startsWith(`${market}:`) &&
      row.shape === own.shape &&
      row.blocks.length > 0 &&
      whySaleStopped(row, day) === null &&
      isRecent(row, day),
  )
  const groups = groupsOf(own, market)
  if (groups.length === 0) return { why: 'no list names its industry' }
  for (const { name, has } of groups) {
    const rows = alike.filter(has)
    if (rows.length >= leastPeers) return { among: `${name}, ${title}`, rows }
  }
  const count = alike.filter(groups.at(-1)!.has).length
  return { why: `fewer than five companies of its industry have been read in this market (${count})` }
}

const isRecent = ({ latest_period: period }: DirectoryRow, day: string): boolean =>
  period !== null && (Date.parse(day) - Date.parse(period.end)) / 86_400_000 <= mostDaysBehind

interface Group {
  readonly name: string
  readonly has: (row: DirectoryRow) => boolean
}

/** The industry of a company and the groups it belongs to, the narrowest first. */
function groupsOf({ industry, industry_code: code }: DirectoryRow, market: string): Group[] {
  const classes = industryClasses.find((row) => row.market === market)
  if (classes === undefined) return industry === null ? [] : [{ name: industry, has: (row) => row.industry === industry }]
  if (code === null) return []
  return classes.widths.flatMap((width): Group[] => {
    const start = code.slice(0, width)
    if (start.length < width) return []
    const isWhole = width === code.length
    const name =
      isWhole && industry !== null
        ? `${industry} (${classes.scheme} ${code})`
        : `${classes.scheme} ${isWhole ? code : `group ${start}`}`
    return [{ name, has: (row) => row.industry_code?.startsWith(start) === true }]
  })
}

/** Place of a ratio among peers, 1 the highest value; null for too few that have it. */
export function peerRankOf(
  rows: readonly DirectoryRow[],
  ratio: string,
  value: number,
): { readonly place: number; readonly n: number } | null {
  const values = rows.flatMap((row) => row.values[ratio] ?? [])
  if (values.length < leastPeers) return null
  return { place: 1 + values.filter((each) => each > value).length, n: values.length }
}

/** Ratios by which a reader knows a company among others, as a sentence names them. */
const compared = [
  ['gross_margin', 'gross margin'],
  ['operating_margin', 'operating margin'],
  ['net_margin', 'net margin'],
  ['return_on_equity', 'return on equity'],
] as const
/** Share of the peers that stand out at either end. */
const outstanding = 0.1

/** Where a company stands out among its peers, in a sentence: the ratio by which it is nearest to the top or the bottom; null where none is in the outer tenth. */
export function rankText(peers: Peers, { values }: DirectoryRow): string | null {
  if ('why' in peers) return null
  const ranks = compared.flatMap(([ratio, name]) => {
    const value = values[ratio]
    const rank = value === undefined ? null : peerRankOf(peers.rows, ratio, value)
    if (rank === null || value === undefined) return []
    const fromEnd = Math.min(rank.place - 1, rank.n - rank.place)
    return fromEnd > outstanding * rank.n ? [] : [{ ...rank, value, name, fromEnd }]
  })
  const [first] = ranks.toSorted((a, b) => a.fromEnd / a.n - b.fromEnd / b.n)
  if (first === undefined) return null
  const { value, name, place, n, fromEnd } = first
  const isTop = place - 1 === fromEnd
  const nth = fromEnd === 0 ? '' : `${ordinal(fromEnd + 1)} `
  return `Its ${name} of ${value.toFixed(1)}% is the ${nth}${isTop ? 'highest' : 'lowest'} of ${n} companies of its industry and market.`
}

const suffixes: Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> = { one: 'st', two: 'nd', few: 'rd' }
const rules = new Intl.PluralRules('en', { type: 'ordinal' })
const words = ['', 'first', 'second', 'third']
const ordinal = (place: number): string => words[place] ?? `${place}${suffixes[rules.select(place)] ?? 'th'}`
