import type { Fact, TextBlock } from '../../../pipeline/filings/fact.ts'
import type { PeriodicReading } from '../../../pipeline/treasuries/periodic/report.ts'
import { readPeriodicReport } from './judged.ts'

export const day = '2025-06-30'
export const price = 100_000

interface About {
  readonly unit?: string | null
  readonly of?: Readonly<Record<string, string>>
  readonly start?: string
  readonly end?: string
  readonly label?: string
  readonly shown?: string
  readonly decimals?: number
  readonly table?: number
}

/** An invented fact of the balance sheet day; `null` is nil. */
export function fact(concept: string, value: number | string | null, about: About = {}): Fact {
  const words = typeof value === 'string'
  const dimensions = Object.entries(about.of ?? {}).map(([axis, member]) => ({ axis, member, typed: false }))
  return {
    concept,
    context: { entity: '0001234567', start: about.start ?? null, end: about.end ?? day, dimensions },
    unit: words ? null : (about.unit ?? 'iso4217:USD'),
    value: value === null ? null : String(value),
    number: words ? null : value,
    decimals: about.decimals ?? 0,
    shown: about.shown ?? String(value ?? ''),
    place: {
      id: null,
      offset: 0,
      table: about.table ?? null,
      row: about.table === undefined ? null : 1,
      label: about.label ?? '',
      hidden: false,
    },
  }
}

export const coin = { 'srt:CryptoAssetAxis': 'x:BitcoinMember' }

/** Coins and dollars of the day, with a member that is bitcoin. */
export const units = (count: number | null, about: About = {}) =>
  fact('us-gaap:CryptoAssetNumberOfUnits', count, { unit: 'x:Bitcoin', ...about })
export const fairValue = (dollars: number | null, about: About = {}) => fact('us-gaap:CryptoAssetFairValue', dollars, about)

/** A quarterly report, filed a month after its day. */
export const filing = {
  form: '10-Q',
  accession: 'a',
  filed: '2025-08-01',
  url: 'https://www.sec.gov/',
  knownAt: '2025-08-01T00:00:00Z',
}

interface Around {
  readonly form?: string
  readonly texts?: readonly TextBlock[]
  readonly priceAt?: (day: string) => number | null
}

/** A report with these facts. */
export function read(facts: readonly Fact[], { form = '10-Q', texts = [], priceAt = () => price }: Around = {}): PeriodicReading {
  const cover = [fact('dei:DocumentType', form), fact('dei:DocumentPeriodEndDate', day)]
  return readPeriodicReport({ facts: [...cover, ...facts], texts, unread: [] }, [], { ...filing, form }, priceAt)
}
