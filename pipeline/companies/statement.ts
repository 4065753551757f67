import { missingPart, type Part, statedPart } from './fact.ts'

export interface DebtInstrument {
  readonly name: string
  /** Principal outstanding, in the currency of the report. */
  readonly principal: number
  readonly couponPercent: number | null
  readonly maturity: string | null
  /** First day holders may put it, YYYY-MM-DD. */
  readonly put: string | null
}

/** Terms of debt that is read as one amount. */
export const noTerms = { couponPercent: null, maturity: null, put: null } as const

export interface PreferredClass {
  readonly name: string
  readonly shares: number | null
  /** All shares together, as filed. */
  readonly liquidationPreference: number
}

/** A row of the maturity table; `to` is its last day, null where it has none. */
export interface MaturityRow {
  readonly label: string
  readonly to: string | null
  readonly amount: number
}

/** Shares of one class outstanding on a day. */
export interface CountedShares {
  readonly name: string
  readonly shares: number
  readonly asOf: string
}

/** What a periodic report states about its balance sheet day, each part with why where it states none. Amounts in its currency. */
export interface StatementParts {
  readonly totalAssets: Part<number>
  readonly cash: Part<number>
  readonly debt: Part<readonly DebtInstrument[]>
  readonly preferred: Part<readonly PreferredClass[]>
  readonly maturities: Part<readonly MaturityRow[]>
  readonly dueWithin24Months: Part<number>
  readonly coverShares: Part<readonly CountedShares[]>
}

/** Standard names of the lines of statements. */
export type LineName =
  | 'total_assets'
  | 'cash'
  | 'debt'
  | 'preferred_stock'
  | 'maturities'
  | 'due_within_24_months'
  | 'shares'
  | 'digital_assets'
  | 'bitcoin_units'

/** Concepts a line is filed under in a market, the first that is filed counts. */
export type LineConcepts = Readonly<Partial<Record<LineName, readonly string[]>>>

/** The lines each part of a statement is kept under, in their order. */
const lineOfPart = {
  totalAssets: 'total_assets',
  cash: 'cash',
  debt: 'debt',
  preferred: 'preferred_stock',
  maturities: 'maturities',
  dueWithin24Months: 'due_within_24_months',
  coverShares: 'shares',
} as const satisfies Record<keyof StatementParts, LineName>

/**
 * A line of the statements of a report under its standard name: an instrument, a class or a year where the line has several. One without a
 * value says why the report states none; a line of which there is none at all is the number 0 without a name.
 */
export interface StatementLine {
  readonly line: LineName
  /** Instrument, class or year as filed; empty for the line as a whole. */
  readonly name: string
  readonly value: number | null
  /** ISO code of the currency, or `shares`. */
  readonly unit: string
  /** Day it is stated for. */
  readonly asOf: string
  /** Concepts it is filed under in this market; empty where more than a tag was read. */
  readonly concept: string
  /** Of an instrument its coupon, maturity and put, of a class its shares, of a year its last day; null for any other. */
  readonly terms: Readonly<Record<string, string | number | null>> | null
  readonly why: string | null
}

/** A report's figures as they were read when it was loaded: they follow from the document alone. */
export interface Statement {
  readonly periodEnd: string
  /** ISO code. */
  readonly currency: string
  readonly parts: StatementParts
}

/** A statement as lines: what the warehouse keeps of it. */
export function statementLines({ periodEnd, currency, parts }: Statement, tags: LineConcepts): StatementLine[] {
  const row = (
    part: keyof StatementParts,
    name: string,
    value: number | null,
    more: Partial<StatementLine> = {},
  ): StatementLine => ({
    line: lineOfPart[part],
    name,
    value,
    unit: part === 'coverShares' ? 'shares' : currency,
    asOf: periodEnd,
    concept: (tags[lineOfPart[part]] ?? []).join(' '),
    terms: null,
    why: parts[part].why,
    ...more,
  })
  const rows = <One>(
    part: keyof StatementParts,
    value: readonly One[] | null,
    made: (one: One) => StatementLine,
  ): StatementLine[] => (value === null ? [row(part, '', null)] : value.length === 0 ? [row(part, '', 0)] : value.map(made))
  return [
    row('totalAssets', '', parts.totalAssets.value),
    row('cash', '', parts.cash.value),
    ...rows('debt', parts.debt.value, ({ name, principal, couponPercent, maturity, put }) =>
      row('debt', name, principal, { terms: { coupon_percent: couponPercent, maturity, put } }),
    ),
    ...rows('preferred', parts.preferred.value, ({ name, shares, liquidationPreference }) =>
      row('preferred', name, liquidationPreference, { terms: { shares } }),
    ),
    ...rows('maturities', parts.maturities.value, ({ label, to, amount }) => row('maturities', label, amount, { terms: { to } })),
    row('dueWithin24Months', '', parts.dueWithin24Months.value),
    ...rows('coverShares', parts.coverShares.value, ({ name, shares, asOf }) => row('coverShares', name, shares, { asOf })),
  ]
}

/** The statement whose lines these are, in their order. */
export function statementFromLines(periodEnd: string, currency: string, lines: readonly StatementLine[]): Statement {
  const rows = <One>(
    part: keyof StatementParts,
    made: (line: StatementLine, terms: Record<string, never>) => One,
  ): Part<One[]> => {
    const own = lines.filter(({ line }) => line === lineOfPart[part])
    const unread = own.find(({ value }) => value === null)
    if (own.length === 0 || unread !== undefined) return missingPart(unread?.why ?? 'None is read from the report.')
    return statedPart(
      own.filter(({ name }) => name !== '').map((line) => made(line, (line.terms ?? {}) as Record<string, never>)),
    )
  }
  const amount = (part: keyof StatementParts): Part<number> => {
    const own = lines.find(({ line }) => line === lineOfPart[part])
    return own?.value == null ? missingPart(own?.why ?? 'None is read from the report.') : statedPart(own.value)
  }
  return {
    periodEnd,
    currency,
    parts: {
      totalAssets: amount('totalAssets'),
      cash: amount('cash'),
      debt: rows('debt', ({ name, value }, { coupon_percent: couponPercent = null, maturity = null, put = null }) => ({
        name,
        principal: value!,
        couponPercent,
        maturity,
        put,
      })),
      preferred: rows('preferred', ({ name, value }, { shares = null }) => ({ name, shares, liquidationPreference: value! })),
      maturities: rows('maturities', ({ name, value }, { to = null }) => ({ label: name, to, amount: value! })),
      dueWithin24Months: amount('dueWithin24Months'),
      coverShares: rows('coverShares', ({ name, value, asOf }) => ({ name, shares: value!, asOf })),
    },
  }
}
