import type { Fact } from '../../filings/fact.ts'
import type { PeriodicReport, PreferredClass } from '../known.ts'
import { missing, type Part, stated } from './part.ts'

const issued = 'jpcrp_cor:NumberOfIssuedSharesAsOfFiscalYearEndIssuedSharesTotalNumberOfSharesEtc'
const treasury = 'jpcrp_cor:TotalNumberOfSharesHeldTreasurySharesEtc'
const ordinary = 'OrdinaryShareMember'

interface YenShares {
  readonly coverShares: Part<PeriodicReport['coverShares']>
  readonly preferred: Part<readonly PreferredClass[]>
}

/**
 * Ordinary shares outstanding at the end of the period: issued less those the company holds itself. Where all issued shares are ordinary
 * there is no preferred stock; of other classes the rows state a number, never a liquidation preference.
 *
 * @param day the balance sheet day
 */
export function readYenShares(facts: readonly Fact[], day: string): YenShares {
  const why = 'The rows do not state how many shares are issued.'
  const counts = facts.filter(({ concept, unit }) => unit === 'xbrli:shares' && (concept === issued || concept === treasury))
  const ofClass = (concept: string, member: string) =>
    counts.filter((fact) => fact.concept === concept && fact.context.dimensions.map((each) => each.member).join() === member)
  const common = only(ofClass(issued, ordinary))
  const all = only(ofClass(issued, ''))
  if (common === null || all === null) return { coverShares: missing(why), preferred: missing(why) }
  const preferred =
    common === all
      ? stated([])
      : missing(`${all - common} of the ${all} issued shares are of other classes; the rows state no liquidation preference.`)
  const own = ofClass(treasury, '').filter(({ context }) => context.end === day)
  const kept = own.length === 0 ? null : only(own)
  if (kept === null || kept > common)
    return { coverShares: missing('The rows do not state the shares held by the company itself.'), preferred }
  return { coverShares: stated([{ name: 'Common stock', shares: common - kept, asOf: day }]), preferred }
}

/** The number that all of the rows state; null where they state none, or several. */
function only(facts: readonly Fact[]): number | null {
  const [number, ...more] = new Set(facts.map((fact) => fact.number))
  return number === undefined || more.length > 0 ? null : number
}
