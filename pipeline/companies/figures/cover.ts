import { ordinaryBesidePreferred } from '../../../data/companies/tags/kr.ts'
import { newestPeriod } from './fiscal.ts'
import type { Figure } from './version.ts'
import type { View } from './view.ts'

/** A count further than this from the average of the period is in other units, or of one class of several. */
export const mostApart = 1.5

/** The shares outstanding by the newest cover, or why they are not known. */
export function coverOf(view: View): Figure | string {
  const [cover] = view.covers
  const period = newestPeriod(view)
  if (cover?.concept === ordinaryBesidePreferred)
    return 'Preferred shares are outstanding beside the ordinary ones that are counted, and their value is not read.'
  if (cover?.label && cover.to < period.to) return 'The newest count of shares is from before the newest period.'
  if (cover === undefined || cover.to < period.to) return 'Shares are counted by class on the cover, and this is not read yet.'
  const split = view.splits.findLast(({ known }) => known > cover.known)
  if (split !== undefined) return `The count on the cover is from before the ${split.name} split.`
  const average = view.figure('shares_basic_average', period) ?? view.figure('shares_diluted_average', period)
  const ratio = average === null ? 1 : cover.value / average.value
  if (Math.max(ratio, 1 / ratio) > mostApart) return 'The count on the cover and the average of the period are too far apart.'
  return cover
}
