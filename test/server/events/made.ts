import type { NewsKind } from '../../../data/news-kinds.ts'
import type { ChangeEvent } from '../../../pipeline/editions/reader.ts'

const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10)
const head = (cursor: number, at: number) => ({
  ...{ cursor, tier: 'basic', known_at: new Date(at).toISOString(), rule: '/docs/methodology#changes' },
})

/** A change of a state label, published at a moment in milliseconds. */
export function changed(
  cursor: number,
  at: number,
  { briefing = 'btc.pulse', ...more }: { tier?: string; briefing?: string; revised?: string } = {},
): ChangeEvent {
  return {
    ...head(cursor, at),
    ...{ type: 'state.changed', tier: 'free', briefing, from: 'calm', to: 'rising', since: dayOf(at), as_of: dayOf(at) },
    document: `/api/context?briefing=${briefing}`,
    ...more,
  }
}

export const released = (cursor: number, at: number, period = '2026-11-18'): ChangeEvent => ({
  ...head(cursor, at),
  ...{ type: 'release.published', release: 'fed-balance-sheet', period, released_at: '2026-11-19T21:30:00Z' },
  document: '/api/metrics/fed-balance',
})

/** Of a company, which is named by what follows its market in the id of the issuer unless it has another address. */
type OfCompany = { readonly tier?: string; readonly company?: string }

export const filed = (
  cursor: number,
  at: number,
  issuer: string,
  kinds: readonly NewsKind[],
  { company = issuer.slice(3) }: OfCompany = {},
): ChangeEvent => ({
  ...head(cursor, at),
  ...{ type: 'company.news', company, issuer, record: `record ${cursor}`, kinds, happened_at: dayOf(at) },
  document: `/api/news?about=${company}`,
})

export const updated = (
  cursor: number,
  at: number,
  issuer: string,
  { tier = 'basic', company = issuer.slice(3) }: OfCompany = {},
): ChangeEvent => ({
  ...head(cursor, at),
  ...{ type: 'company.figures_updated', tier, company, issuer, period: 'FY2026 Q1', period_end: '2026-09-30' },
  ...{ happened_at: dayOf(at), document: `/api/companies/${company}/numbers` },
})
