import { companyById } from '../../data/companies.ts'
import { dayNumber, isoDay } from '../time/day.ts'
import type { Column } from '../values/column.ts'
import { isMateriallyApart } from './adjudication.ts'
import type { CheckName, CountCheck, Extraction } from './extraction.ts'
import type { FiledCount } from './known.ts'

/** The check that something confirms a count. */
export const corroboration = 'corroboration' satisfies CheckName
/** Days after the one a count is stated for, within which somebody else must say it too. */
const witnessDays = 28
/** Days a periodic report's count of its balance sheet day may be away from it. */
const reportDays = 45

/** Whether readings of this kind of filing of a filer were compared with the documents by hand. */
export function isFilerReviewed(company: string, kind: 'current' | 'periodic'): boolean {
  return companyById(company)?.reviewed.includes(kind) ?? false
}

/** A check that holds a count, not because something speaks against it but because nothing yet speaks for it. */
export function uncorroborated(detail: string): CountCheck {
  return { name: corroboration, passed: false, detail }
}

/** Whether a check of this kind already holds a count. */
export function awaitsCorroboration({ check }: Pick<Extraction, 'check'>): boolean {
  return check.some(({ name, passed }) => name === corroboration && !passed)
}

/**
 * Checks that leave a count to a person without saying that it is wrong: nothing confirms it, its heading is in doubt, or a sentence next
 * to it speaks of further coins.
 */
const open = new Set<string>([corroboration, 'heading', 'neighbour'])

/** Whether a count is held and no check speaks against it. */
export function isHeldUncontested({ status, checks }: Pick<FiledCount, 'status' | 'checks'>): boolean {
  const failed = checks.filter(({ passed }) => !passed)
  return status === 'held' && failed.length > 0 && failed.every((check) => open.has(check.name))
}

/**
 * The counts of one filer as known on a day, each that was held only because nothing bore it out served where something does: what a third
 * party said on its day or in the four weeks after it, or the count a periodic report states for a day within 45 of it, which its own
 * filing confirms; both within 1% or one bitcoin, as known on that day. Counts of periodic reports stay as their own filing left them.
 *
 * @param witnesses bitcoins by day, in columns as known on the day asked about, each with the name of who says so
 */
export function corroborated(
  counts: readonly FiledCount[],
  witnesses: readonly { readonly name: string; readonly column: Column }[],
): FiledCount[] {
  return counts.map((count) => {
    const failed = count.checks.filter(({ passed }) => !passed)
    if (!isCurrent(count)) return count
    if (count.status !== 'held' || failed.length === 0 || failed.some((check) => check.name !== corroboration)) return count
    const detail = saidBy(count, witnesses) ?? reported(count, counts)
    if (detail === null) return count
    const passed = count.checks.filter((check) => check.passed)
    return { ...count, status: 'served', checks: [...passed, { name: corroboration, passed: true, detail }] }
  })
}

/** Whether a count is one of a current report: those of a filing that no index names yet are too. */
function isCurrent({ filing }: FiledCount): boolean {
  return /^(?:[68]-K|filing)/u.test(filing.form)
}

function saidBy({ value: stated, asOf }: FiledCount, witnesses: Parameters<typeof corroborated>[1]): string | null {
  const day = dayNumber(asOf)!
  for (const witness of witnesses) {
    const { period, value } = witness.column
    const at = period.findIndex((read, i) => read >= day && read <= day + witnessDays && !isMateriallyApart(stated, value[i]!))
    if (at >= 0) return `${witness.name} says ${value[at]} on ${isoDay(period[at]!)}`
  }
  return null
}

function reported({ value, asOf }: FiledCount, counts: readonly FiledCount[]): string | null {
  const report = counts.find(
    (other) =>
      other.status === 'served' &&
      other.checks.some((check) => check.passed && (check.name === 'fair value' || check.name === 'market value')) &&
      Math.abs(dayNumber(other.asOf)! - dayNumber(asOf)!) <= reportDays &&
      !isMateriallyApart(value, other.value),
  )
  return report === undefined
    ? null
    : `the ${report.filing.form} of ${report.filing.filed} states ${report.value} on ${report.asOf}`
}
