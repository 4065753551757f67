/**
 * What a key may read and how often. `tiers`: briefings read; `from`: first day of history, null for today only, `all` for every day on
 * record. An account may have its own limits, which win over these.
 */
export interface PlanRow {
  readonly plan: 'free' | 'basic' | 'pro' | 'enterprise'
  readonly title: string
  readonly perHour: number
  readonly perDay: number
  readonly tiers: readonly ('free' | 'basic' | 'pro')[]
  readonly from: string | null
  /** Keys an account may hold at a time. */
  readonly keys: number
}

export const plans = [
  { plan: 'free', title: 'Free', perHour: 30, perDay: 100, tiers: ['free'], from: null, keys: 2 },
  { plan: 'basic', title: 'Basic', perHour: 120, perDay: 2_000, tiers: ['free', 'basic'], from: '2025-01-01', keys: 5 },
  { plan: 'pro', title: 'Pro', perHour: 300, perDay: 5_000, tiers: ['free', 'basic', 'pro'], from: 'all', keys: 10 },
  {
    plan: 'enterprise',
    title: 'Enterprise',
    perHour: 3_000,
    perDay: 50_000,
    tiers: ['free', 'basic', 'pro'],
    from: 'all',
    keys: 50,
  },
] as const satisfies readonly PlanRow[]

export type PlanName = PlanRow['plan']

/** How an account gets a plan on one server: what each costs, as its operator words it, and the email address to write to. */
export interface PlanTerms {
  readonly prices: Readonly<Partial<Record<PlanName, string>>>
  readonly contact: string | null
}
export type Tier = PlanRow['tiers'][number]
