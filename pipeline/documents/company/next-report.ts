import type { DirectoryRow } from './company.ts'

/** What is missing of a company on the day of an edition, in a sentence; null while its next report is not due. */
export function overdueReportNotice({ next_report: next }: DirectoryRow, day: string): string | null {
  if (next === undefined || day <= next.due) return null
  return `The ${next.report} for the period to ${next.period_end} was due by ${next.due} and has not been read.`
}

/** Why a company is no longer sold as of a day: two annual reports are missing. Null where it is. */
export function whySaleStopped({ next_report: next }: DirectoryRow, day: string): string | null {
  if (next === undefined || day <= next.stops) return null
  return `its newest annual report that was read is for the year to ${next.year_end}, and the second one after it was due by ${next.stops}`
}
