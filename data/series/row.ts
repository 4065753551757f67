import type { CloseMarket } from '../close-providers.ts'
import type { Company } from '../companies.ts'
import type { HolidayCalendar } from '../holidays.ts'
import type { ReleaseRuleId } from '../release-rules.ts'
import type { UpstreamId } from '../upstreams.ts'

/**
 * A named sequence of values of one upstream. `id` is what the table `observation` calls it, `key` what the upstream calls it.
 *
 * `range` bounds what is believable in `unit`; a value outside goes to quarantine. `alsoIn` names another unit the same upstream has
 * served the series in: a block of values that lies in range only after multiplying by `factor` is read in that unit.
 * A series `on change` has a value only for the first day of a new one.
 */
export interface Series {
  readonly id: string
  /** Of closes: whichever provider of `../close-providers.ts` gives the line. */
  readonly upstream: UpstreamId | 'providers'
  readonly key: string
  /** Of closes: the listed line they are of. */
  readonly line?: { readonly market: CloseMarket; readonly code: string }
  /** Whose rights its values are where not those of `upstream`: to sell them takes the licence of both. */
  readonly owner?: UpstreamId
  readonly title: string
  readonly unit: string
  readonly frequency: 'daily' | 'business' | 'weekly' | 'monthly' | 'quarterly' | 'on change'
  readonly rule: ReleaseRuleId
  readonly range: readonly [number, number]
  readonly alsoIn?: { readonly unit: string; readonly factor: number }
  /** For `business`: the calendar of days that have a value. */
  readonly holidays?: Exclude<HolidayCalendar, 'none'>
  /**
   * Whether a value stands as it was published. Of a series revised `annually` (seasonal factors or weights are estimated again once a
   * year) or with `every release`, a value first seen long after it was due is not evidence of what was published then: it is marked as of
   * the vintage it was seen in. `seldom`: only errors are corrected; `never`: it is final, or a new value is another day's.
   */
  readonly revised: 'never' | 'seldom' | 'annually' | 'every release'
  /**
   * The upstream revises it and gives its vintages. `all`: the first run asks for every one. `from now on`: each release changes the
   * whole history, millions of values, so the first run asks only for what stands.
   */
  readonly vintages?: 'all' | 'from now on'
  /** It has, or had for decades, a vintage each week: they are asked for in parts. */
  readonly weeklyVintages?: true
  /** The company it is about, of which it exists in the same homes. */
  readonly company?: Company
  /** Page of the series for a reader. */
  readonly url: string | null
}
