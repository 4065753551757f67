const mismatch = 'The count read from the filing does not match that filing:'
const review = 'A review of the count read from the filing is pending:'

/**
 * What a check is of, and why a count that failed it is not shown. It does not match its filing only where the count times a price is not the
 * value the filing states; any other check leaves the question open.
 */
export const checkReasons = {
  'fair value': `${mismatch} times the price of the day, it does not equal the value stated.`,
  'market value': `${mismatch} times the price of the day, it does not equal the market value stated.`,
  price: `${mismatch} times the average price paid, it does not equal the aggregate price stated.`,
  number: `${review} the text there does not state a single number of bitcoins.`,
  'as-of': `${review} the date it is stated for is uncertain.`,
  agreement: `${review} the filing states more than one count for the day.`,
  statements: `${review} the filing states more than one count for the day.`,
  period: `${review} the purchases stated with it end on a different day.`,
  step: `${review} it does not follow from the previous total and the changes stated.`,
  'fair value stated': `${review} the filing states more than one fair value.`,
  restricted: `${review} it may exclude restricted bitcoins.`,
  assets: `${review} the value stated for it exceeds total assets.`,
  heading: `${review} its heading may not refer to the whole holding.`,
  neighbour: `${review} a neighbouring sentence may count further bitcoins.`,
  corroboration: `${review} nothing confirms it yet.`,
  report: `${review} the report could not be read.`,
  review: `${review} a reviewer has not accepted it.`,
} as const

export type CheckName = keyof typeof checkReasons

/** One check of a figure, passed or not, with what it compared. */
export interface CountCheck {
  readonly name: CheckName
  readonly passed: boolean
  readonly detail: string
}

/**
 * A figure taken from one filing. `value` is decimal text in `unit`, `asOf` the day (`YYYY-MM-DD`) the filing states it for, `place` and
 * `quote` where and how it is there. `held`: a check failed, `reason` says which; it waits for a person and is never shown as a count.
 */
export interface Extraction {
  readonly accession: string
  readonly company: string
  /** A total that a current report tells; the count a periodic one states for its balance sheet day. */
  readonly what: 'bitcoin-total' | 'bitcoin-at-period-end'
  readonly value: string
  readonly unit: 'BTC'
  readonly asOf: string
  readonly how: 'dimension' | 'tag' | 'custom tag' | 'table' | 'sentence'
  readonly place: string
  readonly quote: string
  readonly check: readonly CountCheck[]
  readonly status: 'served' | 'held' | 'rejected'
  readonly reason: string | null
}

/** A figure before its checks. */
export function uncheckedFigure(figure: Omit<Extraction, 'unit' | 'check' | 'status' | 'reason'>): Extraction {
  return { ...figure, unit: 'BTC', check: [], status: 'served', reason: null }
}

/** The extraction with one more check; a failed one holds it. */
export function withCheck(extraction: Extraction, check: CountCheck): Extraction {
  const checks = [...extraction.check, check]
  const failed = checks.filter((done) => !done.passed)
  if (failed.length === 0) return { ...extraction, check: checks, status: 'served', reason: null }
  const why = failed.map(({ name, detail }) => `${name}: ${detail}`).join('; ')
  const reason = `${why}. Read the filing and accept or reject the figure.`
  return { ...extraction, check: checks, status: 'held', reason }
}

/** What an operator said of a figure, at `when` (RFC 3339 UTC). */
export interface OperatorVerdict {
  readonly verdict: 'accept' | 'reject'
  readonly who: string
  readonly when: string
  readonly why: string
}

/**
 * The name of a figure in a decision. The value is part of it: whoever accepted one number has said nothing of another read there later.
 * A report that could not be read has none.
 */
export function figureId({
  accession,
  what,
  asOf,
  value,
}: Pick<Extraction, 'accession' | 'asOf'> & { what: string; value: string | null }): string {
  const figure = `${accession}/${what}/${asOf}`
  return value === null ? figure : `${figure}/${value.includes('.') ? value.replace(/\.?0+$/, '') : value}`
}

/** The extraction as the operator left it: served by that word, or kept out; as the checks left it where nothing was said. */
export function withVerdict(extraction: Extraction, verdict: OperatorVerdict | undefined): Extraction {
  if (!verdict) return extraction
  const accepted = verdict.verdict === 'accept'
  const detail = `${accepted ? 'accepted' : 'rejected'} by ${verdict.who} at ${verdict.when}${verdict.why === '' ? '' : `: ${verdict.why}`}`
  return {
    ...extraction,
    check: [...extraction.check, { name: 'review', passed: accepted, detail }],
    status: accepted ? 'served' : 'rejected',
    reason: accepted ? null : detail,
  }
}

/** A filing of which no figure was read, for a person to look at: there is no value to accept, and rejected it waits for nobody. */
export interface UnreadFiling<What extends string = string> extends Omit<Extraction, 'what' | 'value' | 'unit'> {
  readonly what: What
  readonly value: null
  readonly unit: ''
}

/** Such a filing as one that waits for review, or as an operator left it. */
export function unreadFiling<What extends string>(
  figure: Omit<UnreadFiling<What>, 'value' | 'unit' | 'check' | 'status' | 'reason'>,
  { name, detail, advice }: Omit<CountCheck, 'passed'> & { readonly advice: string },
  verdicts: ReadonlyMap<string, OperatorVerdict>,
): UnreadFiling<What> {
  const decided = verdicts.get(figureId({ ...figure, value: null }))
  const rejected = decided?.verdict === 'reject'
  return {
    ...figure,
    value: null,
    unit: '',
    check: [{ name, passed: false, detail }],
    status: rejected ? 'rejected' : 'held',
    reason: rejected ? `rejected by ${decided.who} at ${decided.when}: ${decided.why}` : `${name}: ${detail}${advice}`,
  }
}
