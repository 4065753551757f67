import { ownershipFilingTable, ownershipLineTable, ownershipReportTable } from './ownership.ts'
import { columnType, companyColumn, defineTable, filed, type RowOf, recordingColumn } from './table.ts'

const first = [
  companyColumn,
  ['filing', 'VARCHAR NOT NULL', 'The filing that states it: its accession number.'],
  ['form', 'VARCHAR NOT NULL', 'Its form.'],
] as const
const last = [['place', 'VARCHAR NOT NULL', 'Location in the document.'], recordingColumn] as const
const firstOfDebt = [...first, ['as_of', 'DATE NOT NULL', 'The balance sheet day.']] as const
const lastOfText = [['url', 'VARCHAR NOT NULL', 'URL of the document.'], ...last] as const

/** Exhibits may be recorded apart from the document they are filed with. */
const ofText = { ...filed, per: ['filing', 'url'] } as const

export const shareClassTable = defineTable({
  name: 'share_class',
  comment: 'Shares outstanding by class, as covers of annual and quarterly reports count them.',
  ...filed,
  columns: [
    ...first,
    ['class', 'VARCHAR NOT NULL', 'The class, such as Class A common stock.', 'line'],
    ['shares', 'DECIMAL(38,8) NOT NULL', 'Shares outstanding.'],
    ['as_of', 'DATE NOT NULL', 'Day of the count.'],
    ['ticker', 'VARCHAR', 'Trading symbol of the class on that cover; null where it names none.', 'line'],
    ...last,
  ],
})
export type ShareClassRow = RowOf<typeof shareClassTable>

export const segmentFigureTable = defineTable({
  name: 'segment_figure',
  comment:
    'Segment tables of annual and quarterly reports: figures of segments, of the rows that reconcile them, and of the whole company, as tagged.',
  ...filed,
  columns: [
    ...first,
    [
      'axis',
      'VARCHAR NOT NULL',
      'What the company is divided by: business, arm (such as finance and the rest), product, geography, customer or sales channel; or two of them, such as business x product.',
    ],
    [
      'role',
      columnType<'segment' | 'reconciling' | 'subtotal' | 'consolidated'>('VARCHAR NOT NULL'),
      'segment; reconciling; consolidated: the whole company; or subtotal: all segments, of a result that is not reconciled in its own concept.',
    ],
    ['within', 'VARCHAR', 'Of two, the segment or region that the row is a part of; null for any other row.', 'line'],
    [
      'segment',
      'VARCHAR NOT NULL',
      'Name of the row as filed; of reports to EDINET, which tag no names of rows, that of its member in words; empty for the whole company.',
      'line',
    ],
    [
      'measure',
      columnType<'revenue' | 'external_revenue' | 'premiums_earned' | 'result' | 'assets'>('VARCHAR NOT NULL'),
      'revenue, external_revenue, premiums_earned, result or assets.',
    ],
    ['label', 'VARCHAR NOT NULL', 'Name of the measure as filed.', 'line'],
    ['from_day', 'DATE', 'First day of the period; null for an instant.'],
    ['to_day', 'DATE NOT NULL', 'Last day of the period.'],
    ['unit', 'VARCHAR NOT NULL', 'ISO code of the currency.'],
    ['value', 'DECIMAL(38,8) NOT NULL', 'The value, in the unit given, every digit as filed.'],
    ['why', 'VARCHAR', 'Of a consolidated row without segments: why they are not served; null for any other.'],
    ...last,
  ],
})
export type SegmentFigureRow = RowOf<typeof segmentFigureTable>

export const debtInstrumentTable = defineTable({
  name: 'debt_instrument',
  comment: 'Debt and preferred stock of companies by instrument, or by line of the balance sheet, as reports state them.',
  ...filed,
  columns: [
    ...firstOfDebt,
    [
      'kind',
      columnType<'debt' | 'adjustment' | 'preferred'>('VARCHAR NOT NULL'),
      'debt; preferred; or adjustment: what the table of the debt note adds to its instruments, such as leases and discount.',
    ],
    ['name', 'VARCHAR NOT NULL', 'The instrument, class or line as filed; empty where there is none, or none is read.', 'line'],
    [
      'arm',
      'VARCHAR NOT NULL',
      'The part of the company that owes it, where the balance sheet is divided so; else empty.',
      'line',
    ],
    [
      'basis',
      columnType<'principal' | 'note' | 'carried'>('VARCHAR NOT NULL'),
      'principal: owed, as two places of the report state it, of preferred stock the liquidation preference; note: as the debt note states it, which nothing else confirms; carried: as on the balance sheet, less discount and costs.',
    ],
    ['amount', 'DECIMAL(38,8)', 'In the unit given; 0 without a name where there is none; null where it is not read.'],
    ['unit', 'VARCHAR NOT NULL', 'ISO code of the currency.'],
    ['coupon_percent', 'DOUBLE', 'Interest rate as stated when it was issued.'],
    ['effective_percent', 'DOUBLE', 'Effective interest rate, where tagged.'],
    ['maturity', 'DATE', 'Day it falls due, where tagged.'],
    ['within_a_year', 'BOOLEAN', 'Whether it falls due within a year; null where neither its line nor a day says so.'],
    ['why', 'VARCHAR', 'Why it is not read; null where it is.'],
    ...last,
  ],
})
export type DebtInstrumentRow = RowOf<typeof debtInstrumentTable>

export const debtMaturityTable = defineTable({
  name: 'debt_maturity',
  comment: 'What of the long-term debt of companies falls due in which year, as reports tabulate it.',
  ...filed,
  columns: [
    ...firstOfDebt,
    ['seq', 'INTEGER NOT NULL', 'Place among the rows of the table.'],
    [
      'label',
      'VARCHAR NOT NULL',
      'As the report prints it where that is read: 2026, Thereafter; else Year 1, In year two.',
      'line',
    ],
    ['to_day', 'DATE', 'Last day of the year; null for the last row, and where the years may be fiscal ones.'],
    ['amount', 'DECIMAL(38,8) NOT NULL', 'As the table has it, in the unit given.'],
    ['unit', 'VARCHAR NOT NULL', 'ISO code of the currency.'],
    [
      'basis',
      columnType<'principal' | 'maturities'>('VARCHAR NOT NULL'),
      'principal: the rows make the same total as the instruments of the report; maturities: they do not, or it lists none.',
    ],
    ...last,
  ],
})
export type DebtMaturityRow = RowOf<typeof debtMaturityTable>

export const debtRateTable = defineTable({
  name: 'debt_rate',
  comment:
    'Average interest rates of the debt of companies, and how much of it bears fixed and floating interest, as reports tag them.',
  ...filed,
  columns: [
    ...firstOfDebt,
    ['from_day', 'DATE', 'First day of the period of an average over time; null for a rate on the day.'],
    [
      'kind',
      columnType<'weighted_average' | 'fixed' | 'floating'>('VARCHAR NOT NULL'),
      'weighted_average: the rate; fixed or floating: the debt that bears such interest.',
    ],
    ['debt', 'VARCHAR NOT NULL', 'The debt it is of, such as Commercial paper or Total debt.', 'line'],
    ['percent', 'DOUBLE', 'The average rate, or the share that is fixed or floating; null for an amount.'],
    ['amount', 'DECIMAL(38,8)', 'Debt that bears such interest, in the unit given; null for a rate or a share.'],
    ['unit', 'VARCHAR NOT NULL', 'ISO code of the currency.'],
    ...last,
  ],
})
export type DebtRateRow = RowOf<typeof debtRateTable>

export const guidanceTable = defineTable({
  name: 'company_guidance',
  comment: 'What companies said to expect of a period, sentence by sentence as published; in Japan as tagged.',
  ...ofText,
  columns: [
    ...first,
    ['metric', 'VARCHAR NOT NULL', 'What is expected: revenue, eps, operating_margin ...'],
    [
      'basis',
      columnType<'reported' | 'adjusted' | 'constant currency'>('VARCHAR NOT NULL'),
      'reported, adjusted (not by the accounting standard) or constant currency.',
    ],
    ['period', 'VARCHAR NOT NULL', 'The period as the issuer counts it, such as FY2024 or FY2024 Q2.'],
    ['low', 'DOUBLE', 'Low end in the unit given; null where only a ceiling is stated.'],
    ['high', 'DOUBLE', 'High end; equal to the low end for a point; null where only a floor is stated.'],
    [
      'unit',
      'VARCHAR NOT NULL',
      'ISO code of the currency, with /shares for an amount per share; percent; or growth_percent over the year before.',
    ],
    [
      'action',
      columnType<'given' | 'raised' | 'cut' | 'narrowed' | 'kept' | 'new_basis' | 'withdrawn' | null>('VARCHAR'),
      'What the company says it does with it; null where only the range before tells.',
    ],
    ['prior_low', 'DOUBLE', 'Low end of the range before, as the same document states it; null if it does not.'],
    ['prior_high', 'DOUBLE', 'High end of it.'],
    ['quote', 'VARCHAR NOT NULL', 'The passage it is read from.', 'quote'],
    ...lastOfText,
  ],
})
export type GuidanceRow = RowOf<typeof guidanceTable>

export const nextResultsTable = defineTable({
  name: 'next_results',
  comment: 'Dates on which companies said to publish their next results.',
  ...ofText,
  columns: [
    ...first,
    ['day', 'DATE', 'The day announced; null where the filing gives results, which ends what was announced before.'],
    [
      'timing',
      columnType<'before-open' | 'after-close' | null>('VARCHAR'),
      'before-open or after-close; null if the sentence states neither.',
    ],
    ['release_time', 'VARCHAR', 'Time of the release as written; null if none is stated, or that of a call alone.', 'line'],
    ['quote', 'VARCHAR NOT NULL', 'The sentence it is read from.', 'quote'],
    ...lastOfText,
  ],
})
export type NextResultsRow = RowOf<typeof nextResultsTable>

export const situationMarkTable = defineTable({
  name: 'situation_mark',
  comment: 'Passages of filings that begin, end or deny a situation of a company, beside what the lists of filings tell.',
  ...ofText,
  columns: [
    ...first,
    ['situation', 'VARCHAR NOT NULL', 'The situation, such as non_reliance.'],
    [
      'change',
      columnType<'began' | 'ended' | 'denied'>('VARCHAR NOT NULL'),
      'began; ended; denied: the filing would begin it by its form, and its text says that it does not.',
    ],
    ['day', 'DATE', 'Day of the event, where the text states one.'],
    [
      'quote',
      'VARCHAR NOT NULL',
      'The sentence it is read from; empty where a report no longer says what it would have to.',
      'quote',
    ],
    ...lastOfText,
  ],
})
export type SituationMarkRow = RowOf<typeof situationMarkTable>

export const unreadPassageTable = defineTable({
  name: 'unread_passage',
  comment:
    'Passages of filed documents that concern what a reader looks for and that it did not understand: one row per filing and matter, with the first passage.',
  ...ofText,
  columns: [
    ...first,
    [
      'matter',
      'VARCHAR NOT NULL',
      'What the passage concerns: guidance, next results, or the situation that an item of the filing may begin.',
    ],
    ['passages', 'INTEGER NOT NULL', 'Number of such passages in the filing.'],
    ['quote', 'VARCHAR NOT NULL', 'The first of them; the item alone where no passage of it was understood.', 'quote'],
    ...lastOfText,
  ],
})
export type UnreadPassageRow = RowOf<typeof unreadPassageTable>

/** Tables of what documents of companies say. */
export const documentTables = [
  shareClassTable,
  segmentFigureTable,
  debtInstrumentTable,
  debtMaturityTable,
  debtRateTable,
  guidanceTable,
  nextResultsTable,
  situationMarkTable,
  ownershipFilingTable,
  ownershipReportTable,
  ownershipLineTable,
] as const

/** A row of a filed document with when it became known. */
export type WithFiledDay<Row> = Row & {
  /** Day (number) on which it was filed, in the time zone of the market. */
  readonly known: number
}

/** What the documents of a company say, by table, each list in the order in which it became known. */
export type FiledRows = {
  readonly [Table in (typeof documentTables)[number] as Table['name']]: readonly WithFiledDay<RowOf<Table>>[]
}
