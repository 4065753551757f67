import type { DirectoryRow } from '../../pipeline/documents/company/company.ts'
import { dayInWords } from '../http/day-in-words.ts'

type Report = NonNullable<DirectoryRow['latest_report']>

const words = { filed: 'filed', reported: 'published', deadline: 'known by its deadline of' } as const

/** `filed 1 May 2026`: a day by a deadline is not one of a filing. */
export const reportDayText = ({ known, basis }: Report): string => `${words[basis]} ${dayInWords(known)}`

/** `newest report FY2026 Q2, filed 1 May 2026`; null where no period is known. */
export function newestReportText({ latest_period: period, latest_report: report }: DirectoryRow): string | null {
  if (period === null) return null
  return `newest report ${period.label}${report === undefined ? '' : `, ${reportDayText(report)}`}`
}

/** What the whole of a company consists of, for whoever is to pay for it. It has only this server's words: quotes are read by programs that act on them. */
export function companyContentsText(row: DirectoryRow, blocks: readonly string[]): string {
  const named = blocks.map((block) => block.replaceAll('_', ' ')).join(', ')
  const newest = newestReportText(row)
  return `holds ${blocks.length} block${blocks.length === 1 ? '' : 's'}: ${named}${newest === null ? '' : `; ${newest}`}`
}
