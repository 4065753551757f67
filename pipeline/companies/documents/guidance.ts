import { guidanceActions, notGuidanceWords, outlookWords } from '../../../data/companies/guidance.ts'
import type { DocumentSet, FiledText } from '../../filings/document-set.ts'
import type { Span } from '../../filings/span.ts'
import type { GuidanceRow, UnreadPassageRow } from '../../tables/company-document.ts'
import type { Rows } from '../../tables/index.ts'
import { groupedBy } from '../../values/grouped.ts'
import { type NamedPeriod, onlyPeriod, periodName, periodsIn } from './guidance-period.ts'
import { rangesIn } from './guidance-range.ts'
import { type ExpectedMeasure, guidanceInSentence, guidedMeasuresIn } from './guidance-sentence.ts'
import { expectedInRow } from './guidance-table.ts'
import { statedFilingDay } from './said-on.ts'

const outlookNoun = /\b(?:guidance|outlook|financial targets|targets|forecast)\b/iu
/** Headings after which the outlook does not continue. */
const otherMatter =
  /\b(?:forward[- ]looking statements|conference call|webcast|non-GAAP financial measures|cautionary|about [A-Z])/iu
/** A heading of what came. */
const ofResults = /\b(?:highlights|results|reports?|reported|perform(?:ance|ed)|summary|record)\b/iu
const past = /\b(?:was|were|grew|increased|decreased|declined|totaled)\b/iu
/** Words above a list. */
const aboveList = /(?::|\b(?:the following|as follows)\b[^.]{0,200}\.?)$/iu
const recast = /\brecast\b[^.]{0,80}\bcontinuing operations\b/iu
/** Sentences for which words above stand. */
const reach = 25
const items = 24
/** Guidance is for a year no further off than this. */
const mostYears = 2

/** What the sentences so far leave standing. */
interface SentenceContext {
  period: NamedPeriod | null
  kept: boolean
  /** Sentences that it still stands for. */
  left: number
  /** Items of a list that may still come. */
  list: number
  /** A measure by itself on the line before. */
  label: string | null
}

const nothing = (): SentenceContext => ({ period: null, kept: false, left: 0, list: 0, label: null })

/**
 * What a company says to expect of a period. A measure, period or figure that is not understood is left out; where a sentence names a measure
 * of the whole company, an amount and an expectation it is an unread passage.
 */
export function guidanceIn(set: DocumentSet): Pick<Rows, 'company_guidance' | 'unread_passage'> {
  const released = Number((statedFilingDay(set) ?? '').slice(0, 4)) || null
  const filed = { company: set.company, filing: set.accession, form: set.form }
  const all: GuidanceRow[] = []
  const unread: Pick<UnreadPassageRow, 'quote' | 'url' | 'place'>[] = []
  for (const text of set.texts) {
    const isRecast = text.spans.some(({ text: each }) => recast.test(each))
    const read = guidanceInText(text, released)
    for (const row of read.rows)
      all.push({ ...filed, ...row, action: isRecast && row.action === null ? 'new_basis' : row.action, url: text.url })
    unread.push(...read.unread.map(({ text: quote, place }) => ({ quote, url: text.url, place })))
  }
  const [first] = unread
  return {
    company_guidance: agreed(all),
    unread_passage: first === undefined ? [] : [{ ...filed, matter: 'guidance', passages: unread.length, ...first }],
  }
}

type Read = Omit<GuidanceRow, 'company' | 'filing' | 'form' | 'url'>

function guidanceInText({ spans }: FiledText, released: number | null): { readonly rows: Read[]; readonly unread: Span[] } {
  const rows: Read[] = []
  const unread: Span[] = []
  let standing = nothing()
  let caption = ''
  const put = (expected: ExpectedMeasure & { newBasis?: boolean }, quote: string, place: string, kept: boolean) => {
    const period = periodName(expected.period ?? standing.period, standing.left > 0 ? standing.period : null)
    if (period === null) return
    const year = Number(period.slice(2, 6))
    if (released !== null && (year > released + mostYears || year < released - 1)) return
    const { measure, low, high, unit, prior } = expected
    rows.push({
      ...{ metric: measure.metric.metric, basis: measure.basis, period, low, high, unit },
      action: expected.newBasis ? 'new_basis' : kept || expected.kept ? 'kept' : null,
      ...{ prior_low: prior?.low ?? null, prior_high: prior?.high ?? null, quote, place },
    })
  }
  const headings = new Map<string, Set<string>>()
  for (const span of spans)
    if (span.kind === 'cell' && span.text !== span.label)
      headings.set(tableOf(span), (headings.get(tableOf(span)) ?? new Set()).add(span.heading))
  for (const group of rowsOf(spans)) {
    const [first] = group as [Span]
    if (first.kind === 'cell') {
      const inOutlook = standing.list > 0 || (standing.left > reach - 4 && outlookWords.test(caption))
      const alone = headings.get(tableOf(first))?.size === 1
      for (const expected of expectedInRow(group, { alone, inOutlook, caption }))
        put(expected, expected.quote, expected.place, standing.kept)
      continue
    }
    const text = first.text.replace(/(?<=[a-zA-Z]) ?\((?:\d{1,2}(?:,\d)*)\)(?=[\s.,:]|$)/gu, '')
    caption = text
    const expectations = sentenceOf(text, standing)
    if (expectations.length === 0 && isExpectation(text)) unread.push(first)
    for (const expected of expectations)
      put(expected, first.text, first.place, standing.list > 0 && standing.kept && expected.measure.at === 0)
    for (const row of withdrawnIn(first, standing)) rows.push(row)
    standing = after(text, standing, expectations)
  }
  return { rows, unread }
}

const tableOf = ({ place }: Span) => place.replace(/, row.*$/u, '')

/** Sentences one by one, cells by row. */
function rowsOf(spans: readonly Span[]): Span[][] {
  const groups: Span[][] = []
  const rowOf = ({ place }: Span) => place.replace(/, column.*$/u, '')
  for (const span of spans) {
    const last = groups.at(-1)
    const before = last?.at(-1)
    if (span.kind === 'cell' && before?.kind === 'cell' && rowOf(before) === rowOf(span)) last!.push(span)
    else groups.push([span])
  }
  return groups
}

const basisBefore = /^(?<basis>GAAP|Non-GAAP): (?=[$€£~\d(])/iu

/** A sentence, or an item of a list: `Revenue of $43.8 billion to $45.2 billion`, or a figure below the name of its measure. */
function sentenceOf(text: string, { list, label }: SentenceContext): ExpectedMeasure[] {
  if (list === 0) return guidanceInSentence(text, false)
  const { basis = '' } = basisBefore.exec(text)?.groups ?? {}
  const figure = text.replace(basisBefore, '')
  const [range] = rangesIn(figure)
  const isFigure = range !== undefined && range.at === 0 && range.end === figure.length
  if (isFigure) return label === null ? [] : guidanceInSentence(`${basis} ${label} of ${figure}`.trim(), true)
  const [measure] = guidedMeasuresIn(text)
  return guidanceInSentence(text, measure?.at === 0 || /^an? \d/iu.test(text))
}

const hasAmount = (text: string) => rangesIn(text).some(({ unit, cents }) => unit !== null || cents)

/** A sentence that says of a measure of the whole company what is expected, in whatever words. */
const isExpectation = (text: string) =>
  outlookWords.test(text) && !notGuidanceWords.test(text) && hasAmount(text) && guidedMeasuresIn(text).length > 0

/** What stands after a sentence. */
function after(text: string, standing: SentenceContext, expectations: readonly ExpectedMeasure[]): SentenceContext {
  const named = periodsIn(text)
  const only = onlyPeriod(named)
  const period = only?.part === 'unknown' ? null : only
  const isOutlook = outlookNoun.test(text) || (outlookWords.test(text) && aboveList.test(text))
  if (otherMatter.test(text)) return nothing()
  // what is expected, but not understood: of which period the next sentence speaks does not follow
  if (isOutlook && expectations.length === 0 && hasAmount(text)) return nothing()
  if (isOutlook && expectations.length === 0) {
    const isHeading = text.length < 100 && !/[.;]$/u.test(text) && !ofResults.test(text)
    const begins = isHeading || aboveList.test(text) || /\b(?:is|are) providing\b/iu.test(text)
    const resolved =
      period !== null && period.year === null && standing.period !== null ? { ...period, year: standing.period.year } : period
    return {
      period: resolved ?? (named.length === 0 || !begins ? standing.period : null),
      kept: guidanceActions[0].words.test(text),
      left: reach,
      list: begins ? items : Math.max(0, standing.list - 1),
      label: null,
    }
  }
  // a line above some of the items: `Full Year 2026:`
  if (text.length < 100 && !/\.$/u.test(text) && expectations.length === 0 && ofResults.test(text)) return nothing()
  const names = text.length < 80 && !/\.$/u.test(text) && named.length > 0 && expectations.length === 0 && !hasAmount(text)
  if (names && standing.left > 0) return { ...standing, period, label: null, list: standing.list - 1 }
  const [measure] = guidedMeasuresIn(text)
  const isLabel = measure !== undefined && measure.at === 0 && measure.end >= text.length - 2
  const isPast = expectations.length === 0 && past.test(text) && !outlookWords.test(text)
  const isItem = expectations.length > 0 || isLabel || rangesIn(text).length > 0 || (text.length < 60 && !/[.:]$/u.test(text))
  const left = Math.max(0, standing.left - 1)
  const ofSentence =
    expectations.find(({ period: own, measure: { at } }) => own?.year != null && (standing.list === 0 || at > 0))?.period ?? null
  return {
    period: ofSentence ?? (left === 0 ? null : standing.period),
    kept: standing.kept,
    left: ofSentence === null ? left : Math.max(left, 1),
    list: /^[^:]{0,40}\b(?:outlook|guidance):/iu.test(text)
      ? items
      : standing.list > 0 && !isPast && (isItem || left > reach - 8)
        ? standing.list - 1
        : 0,
    label: isLabel
      ? text.slice(0, measure.end).replace(/\d$/u, '')
      : text.length < 60 && !rangesIn(text).length
        ? null
        : standing.label,
  }
}

function withdrawnIn({ text, place }: Span, { period }: SentenceContext): Read[] {
  const match = guidanceActions[1].words.exec(text)
  if (match === null || /\bnot\b/iu.test(text.slice(0, match.index))) return []
  const own = periodsIn(match[0])[0] ?? periodsIn(text)[0] ?? period
  const name = periodName(own, period)
  if (name === null) return []
  const none = { low: null, high: null, prior_low: null, prior_high: null }
  return [{ metric: 'all', basis: 'reported', period: name, unit: '', action: 'withdrawn', ...none, quote: text, place }]
}

/** One row a measure, basis, period and unit: the one that says most. Where two of a filing disagree, neither is right. */
function agreed(rows: readonly GuidanceRow[]): GuidanceRow[] {
  const groups = groupedBy(rows, ({ metric, basis, period, unit }) => [metric, basis, period, unit].join(' '))
  const weight = ({ action, prior_low, prior_high }: GuidanceRow) =>
    (action === 'new_basis' ? 4 : 0) + (prior_low !== null || prior_high !== null ? 2 : 0) + (action === null ? 0 : 1)
  // a reconciliation states the middle of what the text states as a range
  const isMiddle = (one: GuidanceRow, all: readonly GuidanceRow[]) =>
    one.low !== null &&
    one.low === one.high &&
    all.some(({ low, high }) => low !== high && near(one.low!, ((low ?? 0) + (high ?? 0)) / 2))
  return [...groups.values()].flatMap((group) => {
    const all = group.filter((row) => !isMiddle(row, group))
    const ranges = new Set(all.map(({ low, high }) => `${low} ${high}`))
    return ranges.size > 1 ? [] : all.toSorted((a, b) => weight(b) - weight(a)).slice(0, 1)
  })
}

const near = (a: number, b: number) => Math.abs(a - b) <= Math.abs(b) * 1e-9
