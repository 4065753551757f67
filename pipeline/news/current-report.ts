import type { NewsKind } from '../../data/news-kinds.ts'
import { type SecItem, secItems } from '../../data/sec-items.ts'

/** Forms of the SEC that are news: 8-K with its variants for successors, and 6-K of foreign issuers. */
const newsForm = /^(?:8-K(?:12B|12G3|15D5)?|6-K)(?:\/A)?$/u
/** Items as they are numbered since August 2004; before, they had single numbers with other meanings. */
const numbered = /^\d\.\d\d$/u
/** Items of a filing that are named; the others are counted. */
const mostNamed = 3

export function isNewsForm(form: string): boolean {
  return newsForm.test(form)
}

/** What the line of a filing says, and of which kinds it is. */
export interface NewsLine {
  readonly title: string
  readonly kinds: readonly NewsKind[]
}

/**
 * The line of an 8-K or 6-K: the substantive items in the order of significance, at most three, with a count of the others. Carriers are named
 * only where there is nothing else, and are never counted. Without items the line is the form alone. `items` is null where the list that
 * names the filing does not tell them, such as the daily index: the line says so, and its kinds are not known either.
 */
export function currentReportLine(form: string, items: readonly string[] | null): NewsLine {
  const [base = form, amended] = form.split('/')
  const { named, more } = namedItems(items ?? [])
  const lines = [...named.map(({ line }) => line), ...(more > 0 ? [`${more} more`] : [])]
  const alone = items === null && base !== '6-K' ? `${base} (items not read)` : base
  const title = lines.length === 0 ? alone : lines.join('; ')
  return { title: amended === undefined ? title : `${title} (amended)`, kinds: items === null ? [] : kindsOf(items) }
}

/** The items a line names, and the count of the substantive ones it does not. */
export function namedItems(items: readonly string[]): { readonly named: readonly SecItem[]; readonly more: number } {
  // several numbers of asset-backed securities share one line
  const lines = [...new Map(told(items).map((each) => [each.line, each])).values()]
  return { named: lines.slice(0, mostNamed), more: Math.max(0, lines.length - mostNamed) }
}

function kindsOf(items: readonly string[]): readonly NewsKind[] {
  const kinds = new Set(told(items).map(({ kind }) => kind))
  return kinds.size === 0 ? ['material-event'] : [...kinds].sort()
}

/** What a filing tells: its substantive items, or where it has none its carriers, in the order of significance. */
function told(items: readonly string[]): readonly SecItem[] {
  const rows = [...new Set(items)].filter((each) => numbered.test(each)).map(rowOf)
  const inOrder = rows.toSorted((a, b) => secItems.indexOf(a) - secItems.indexOf(b))
  const substantive = inOrder.filter(({ carrier }) => !carrier)
  return substantive.length === 0 ? inOrder : substantive
}

/** An item that the SEC has added since is named by its number, first: nobody has weighed it yet. */
function rowOf(number: string): SecItem {
  return secItems.find(({ item }) => item === number) ?? { item: number, line: `Item ${number}`, kind: 'material-event' }
}
