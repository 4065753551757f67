/** How often a metric has a value, as its row in `data/metrics.ts` says. */
export type Cadence = 'daily' | 'business daily' | 'weekly' | 'monthly' | 'quarterly' | 'on change' | 'as filed'

/**
 * What depends on how many values a quarter holds. `changes`: earlier changes a strength needs; `others`: other values a percentile needs;
 * `momentum`: the short and the long window of momentum (a weekly series has at most one new value in seven days, too few for a pace).
 */
export interface Rhythm {
  readonly changes: number
  readonly others: number
  readonly momentum: readonly ['7d', '30d'] | readonly ['30d', '90d']
}

const dense: Rhythm = { changes: 60, others: 20, momentum: ['7d', '30d'] }
const sparse: Rhythm = { changes: 26, others: 8, momentum: ['30d', '90d'] }

const monthly: Rhythm = { ...sparse, changes: 24 }
const quarterly: Rhythm = { ...sparse, changes: 12 }

export function rhythmOf(cadence: Cadence): Rhythm {
  if (cadence === 'quarterly') return quarterly
  if (cadence === 'monthly') return monthly
  return cadence === 'daily' || cadence === 'business daily' ? dense : sparse
}

/** Calendar days of each window. */
export const windowDays = { '7d': 7, '30d': 30, '90d': 90 } as const
