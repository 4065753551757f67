import { type SituationWording, situationWordings } from '../../../data/companies/situation-wordings.ts'
import { type SituationRow, situations } from '../../../data/companies/situations.ts'
import { currentReportForms, foreignCurrentReportForms } from '../../feeds/sec-forms.ts'
import type { DocumentSet, FiledText } from '../../filings/document-set.ts'
import type { Span } from '../../filings/span.ts'
import type { SituationMarkRow, UnreadPassageRow } from '../../tables/company-document.ts'
import type { Rows } from '../../tables/index.ts'

const reports = /^10-[KQ]T?$/
interface Passage {
  readonly wording: SituationWording
  readonly span: Span
  readonly document: FiledText
}

/**
 * Passages that begin, end or deny a situation: of a filing at most one for each situation. An item that may begin one and under which no
 * wording is understood is an unread passage.
 */
export function situationMarksIn(set: DocumentSet): Pick<Rows, 'situation_mark' | 'unread_passage'> {
  const isCurrent = [...currentReportForms, ...foreignCurrentReportForms].includes(set.form)
  if (!isCurrent && !reports.test(set.form)) return {}
  const wordings = situationWordings.filter(({ in: where }) => where === (isCurrent ? 'current' : 'report'))
  const passages = set.texts.flatMap((document) =>
    document.spans.flatMap((span): Passage[] =>
      span.kind !== 'sentence'
        ? []
        : wordings.filter((wording) => isSaid(wording, span, set.items)).map((wording) => ({ wording, span, document })),
    ),
  )
  const understood = new Set(passages.map(({ wording: { situation } }) => situation))
  const marks = [...understood].map((situation) =>
    rowOf(set, decisive(passages.filter(({ wording }) => wording.situation === situation))),
  )
  // a statement of doubt is due in every report while it lasts
  const doubts = set.texts.some(({ spans }) => spans.some(({ text }) => /\bsubstantial doubt\b/i.test(text)))
  const ofDoubt = { situation: 'going_concern', change: 'ended', quote: '', url: set.url, place: 'whole report' } as const
  return {
    situation_mark: isCurrent || doubts ? marks : [...marks, { ...rowBase(set), ...ofDoubt }],
    unread_passage: situations
      .filter(
        (row) =>
          row.watched === 'both' &&
          !understood.has(row.situation) &&
          wordings.some(({ situation }) => situation === row.situation),
      )
      .flatMap((row) => unreadUnder(set, row)),
  }
}

/** The first sentence under an item that may begin a situation, in a filing that has such an item. */
function unreadUnder(
  { company, accession: filing, form, items, texts }: DocumentSet,
  { situation, begins }: SituationRow,
): UnreadPassageRow[] {
  const item = begins.items?.flat().find((each) => items.includes(each))
  if (item === undefined) return []
  const heading = new RegExp(`^\\s*item\\s+${item.replace('.', '\\.')}`, 'i')
  const under = texts.flatMap(({ url, spans }) =>
    spans.flatMap(({ kind, text, section, place }) =>
      kind === 'sentence' && heading.test(section) && !heading.test(text) ? [{ quote: text, url, place }] : [],
    ),
  )
  const [first = { quote: `Item ${item}`, url: texts[0]!.url, place: 'items' }] = under
  return [{ company, filing, form, matter: situation, passages: Math.max(1, under.length), ...first }]
}

function isSaid(
  { says, unless = [], item, under }: SituationWording,
  { text, section }: Span,
  items: readonly string[],
): boolean {
  if (!says.every((each) => each.test(text)) || unless.some((each) => each.test(text))) return false
  if (under !== undefined && section !== '' && !under.test(section)) return false
  if (item === undefined) return true
  const heading = /^\s*item\s+\d/i.test(section) ? section : items.join(' ')
  return heading === '' || item.test(heading)
}

/** A denial decides. A notice of an exchange is ended where nothing after it begins one; else a beginning decides. */
function decisive(passages: readonly Passage[]): Passage {
  const last = (change: SituationWording['change']) => passages.findLastIndex(({ wording }) => wording.change === change)
  const denied = passages.find(({ wording }) => wording.change === 'denied')
  if (denied !== undefined) return denied
  const endsLater = passages[0]!.wording.situation === 'delisting_notice' && last('ended') > last('began')
  return passages.find(({ wording }) => wording.change === (endsLater || last('began') < 0 ? 'ended' : 'began'))!
}

const rowBase = ({ company, accession: filing, form }: DocumentSet) => ({ company, filing, form, day: null })

const rowOf = (set: DocumentSet, { wording, span, document }: Passage): SituationMarkRow => ({
  ...rowBase(set),
  ...{ situation: wording.situation, change: wording.change, quote: span.text, url: document.url, place: span.place },
})
