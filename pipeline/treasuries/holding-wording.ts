import { type HoldingWording, holdingWordings, wordingParts } from '../../data/companies/holding-wordings.ts'
import { dayPattern } from '../filings/written-day.ts'
import type { SpanRow } from '../tables/filing.ts'
import type { CoinCount } from './coin-count.ts'
import { filerNames } from './filer-names.ts'
import { fillPattern } from './wording.ts'

/** A row with its patterns for one filer: of what ends at the number, and of what begins behind it. */
interface Patterns extends Pick<HoldingWording, 'id' | 'means'> {
  readonly before: RegExp
  readonly behind: RegExp | null
}

const known = new Map<string, readonly Patterns[]>()
/** Patterns that are kept; aliases come from filings, and there is no end of them. */
const mostKnown = 500

/** The patterns of all rows, of one filer and the names a filing gives it (`aliasesIn`). */
function patternsOf(company: string, called: readonly string[]): readonly Patterns[] {
  const key = [company, ...called].join('|')
  const before = known.get(key)
  if (before !== undefined) return before
  if (known.size >= mostKnown) known.clear()
  const parts = { ...wordingParts, ...filerNames(company, called), date: dayPattern }
  const patterns = holdingWordings.map(({ id, says, means }): Patterns => {
    const [before = '', behind = ''] = says.split('{count}')
    return {
      id,
      means,
      before: new RegExp(fillPattern(`${before}{count}`, parts), 'iu'),
      behind: behind === '' ? null : new RegExp(fillPattern(`^${behind}`, parts), 'iu'),
    }
  })
  known.set(key, patterns)
  return patterns
}

/** A row that fits a count in its sentence. */
export interface FittingWording extends Pick<HoldingWording, 'id' | 'means'> {
  /** The words that lead to the count, and all that stands before them. */
  readonly words: string
  readonly earlier: string
  /** What stands behind the count and is none of the wording. */
  readonly later: string
}

/** The first row whose words state a count as a holding of the filer; null where none does. */
export function holdingWordingOf(
  count: CoinCount,
  { text, company }: Pick<SpanRow, 'text' | 'company'>,
  called: readonly string[],
): FittingWording | null {
  const [before, behind] = [text.slice(0, count.at), text.slice(count.end)]
  for (const { id, means, ...patterns } of patternsOf(company, called)) {
    const match = patterns.before.exec(before)
    if (match === null || !(count.named || means.includes('names')) || patterns.behind?.test(behind) === false) continue
    const later = patterns.behind === null ? behind : behind.replace(patterns.behind, '')
    return { id, means, words: match[0], earlier: before.slice(0, match.index), later }
  }
  return null
}
