import { ordinaryBesidePreferred } from '../../../data/companies/tags/kr.ts'
import type { FiledRows } from '../../tables/company-document.ts'
import { dayNumber, isoDay } from '../../time/day.ts'
import { newestPeriod, type Period } from './fiscal.ts'
import type { Figure } from './version.ts'
import type { View } from './view.ts'

/** A count further than this from the average of the period is in other units, or of one class of several. */
export const maxShareCountRatio = 1.5

/** A count of shares, and the classes it adds up. */
export interface CoverShareCount extends Figure {
  /** The count of the cover before; null where there is none. */
  readonly before?: number | null
  readonly classes?: FiledRows['share_class']
}

/** The shares outstanding by the newest cover, with its classes where it counts by class, or why they are not known. */
export function coverShareCount(view: View): CoverShareCount | string {
  const period = newestPeriod(view)
  const [whole] = view.covers
  const classes = newestClasses(view.classes)
  const byClass = classes.length > 1 && (whole === undefined || dayNumber(classes[0]!.as_of)! > whole.to) ? sumOf(classes) : null
  const cover = byClass ?? whole
  if (cover?.concept === ordinaryBesidePreferred)
    return 'Preferred shares are outstanding beside the ordinary ones that are counted, and their value is not read.'
  if (cover?.label && cover.to < period.to) return 'The newest count of shares is from before the newest period.'
  if (cover === undefined || cover.to < period.to)
    return 'No count of all shares since the newest period is read; covers that count by class are read from the reports themselves.'
  const split = view.splits.findLast(({ known }) => known > cover.known)
  if (split !== undefined) return `The count on the cover is from before the ${split.name} split.`
  const counted = lessOwn(cover, view, period)
  const average = view.figure('shares_basic_average', period) ?? view.figure('shares_diluted_average', period)
  const ratio = average === null ? 1 : counted.value / average.value
  if (Math.max(ratio, 1 / ratio) > maxShareCountRatio)
    return 'The count on the cover and the average of the period are too far apart.'
  return { ...counted, before: view.covers[byClass === null ? 1 : 0]?.value ?? null }
}

/** What a cover counts, by class; as common stock where it counts no classes. */
export const coverClassesOf = ({ classes, value, to, filing }: CoverShareCount) =>
  classes?.map((row) => ({ class: row.class, count: Number(row.shares), as_of: row.as_of, filing: row.filing })) ?? [
    { class: 'Common stock', count: value, as_of: isoDay(to), filing },
  ]

/** Reports in Japan count the shares issued, those the company holds among them. */
function lessOwn(cover: Figure, view: View, period: Period): Figure {
  const own = cover.concept.startsWith('jp') ? view.figure('treasury_shares', period) : null
  if (own === null || own.value >= cover.value) return cover
  return { ...cover, value: cover.value - own.value, derived: `issued shares less own shares of ${period.label}` }
}

/** The rows of the newest report that counts by class. */
const newestClasses = (counted: FiledRows['share_class']): FiledRows['share_class'] =>
  counted.filter(({ filing }) => filing === counted.at(-1)!.filing)

/** Shares of all classes as one count: what they have in common is the report. */
function sumOf(classes: FiledRows['share_class']): CoverShareCount {
  const [{ as_of: asOf, filing, form, known }] = classes as [FiledRows['share_class'][number]]
  return {
    ...{ line: 'shares_outstanding', span: 'instant', from: null, to: dayNumber(asOf)!, unit: 'shares' },
    value: classes.reduce((sum, { shares }) => sum + Number(shares), 0),
    other: null,
    ...{ concept: 'dei:EntityCommonStockSharesOutstanding', label: null, filing, form, known, basis: 'filed' },
    ...{ restated: null, derived: 'all classes of the cover', classes },
  }
}
