import type { LineId } from '../../data/companies/lines.ts'
import {
  columnType,
  companyColumn,
  defineTable,
  filed,
  newestStands,
  type RowOf,
  recordingColumn,
  recordingNoColumn,
} from './table.ts'

/**
 * What the SEC tells of companies apart from single filings: the columns of `fact` where it tells the same, and those of that file. Apart from
 * `fact`, because its rows never leave the database, and are replaced a whole company at a time.
 */
export const companyFactTable = defineTable({
  name: 'company_fact',
  comment:
    'Undimensioned facts from all reports of a company, as in the latest recorded SEC file. A fact appears once for each report that states it; v_company_facts has the latest, v_facts the facts of all reports.',
  recording: 'recording_no',
  bulk: true,
  onConflict: 'newest',
  per: ['company'],
  columns: [
    companyColumn,
    ['filing', 'VARCHAR NOT NULL', 'Accession number of the report that states it.'],
    ['concept', 'VARCHAR NOT NULL', 'Name of the concept, with its prefix, such as us-gaap:Assets.'],
    ['unit', 'VARCHAR NOT NULL', 'Unit of the value, such as USD or USD/shares.'],
    ['from_day', 'DATE', 'First day of a duration; null for an instant.'],
    ['to_day', 'DATE NOT NULL', 'Last day, or the day of an instant.'],
    ['value', 'DECIMAL(38,8) NOT NULL', 'The value, in the unit given, every digit as filed.'],
    ['fy', 'SMALLINT', 'Fiscal year of that report, not of the fact.'],
    ['fp', 'VARCHAR', 'Fiscal period of that report: Q1, Q2, Q3 or FY.'],
    ['form', 'VARCHAR NOT NULL', 'Its form.'],
    ['filed', 'DATE NOT NULL', 'Day it was filed.'],
    ['frame', 'VARCHAR', 'SEC frame: the period for which the SEC selects this fact for comparison, such as CY2025Q3I.'],
    recordingNoColumn,
  ],
})

/**
 * Amounts of statements as filed outside the USA. Where a source names fiscal periods and no days, the days follow from the end of the
 * fiscal year of its issuer (`warehouse/companies/company-lines.ts`).
 */
export const statementFactTable = defineTable({
  name: 'statement_fact',
  comment: 'Amounts in the statements of companies outside the USA, as filed: one row per amount and period of a report.',
  recording: 'recording',
  onConflict: 'earliest',
  // statements, shares and dividends of a report come from separate bodies
  per: ['filing', 'scope', 'concept'],
  columns: [
    companyColumn,
    ['filing', 'VARCHAR NOT NULL', 'The report: its number at the source.'],
    [
      'scope',
      columnType<'consolidated' | 'separate'>('VARCHAR NOT NULL'),
      'consolidated: of the group; separate: of the company alone, which counts where no group is reported.',
    ],
    ['concept', 'VARCHAR NOT NULL', 'Concept under which it is filed; label: and its filed name where that decides.', 'line'],
    ['label', 'VARCHAR', 'Its name as filed; null if the source states none.', 'line'],
    ['unit', 'VARCHAR NOT NULL', 'ISO code of the currency; with /shares for an amount per share; or shares.'],
    ['from_day', 'DATE', 'First day of a duration; null for an instant, and where the source names fiscal periods.'],
    ['to_day', 'DATE', 'Last day, or the day of an instant; null where the source names fiscal periods.'],
    ['end_year', 'SMALLINT', 'Calendar year in which the fiscal quarter of the report ends; null where days are stated.'],
    ['end_quarter', 'SMALLINT', 'That fiscal quarter, 1 to 4; null where days are stated.'],
    [
      'months_back',
      'SMALLINT',
      'Months from the end of the period of the amount to the end of that quarter; null where days are stated.',
    ],
    ['months', 'SMALLINT', 'Months the amount covers, 0 for an instant; null where days are stated.'],
    ['value', 'DECIMAL(38,8) NOT NULL', 'The value, in the unit given, every digit as filed.'],
    ['form', 'VARCHAR NOT NULL', 'Kind of report in words, such as annual report.'],
    ['filed', 'DATE', 'Day it was filed, in the time zone of the market; null if only the list of filings says.'],
    [
      'basis',
      columnType<'filed' | 'reported' | 'deadline'>('VARCHAR NOT NULL'),
      'filed: by the source; reported: told before the report was filed; deadline: assumed by the rule of the market.',
    ],
    recordingColumn,
  ],
})
export type StatementFactRow = RowOf<typeof statementFactTable>

export const shareholdingTable = defineTable({
  name: 'shareholding',
  comment:
    'Shares of companies listed in India by class of holder, as the shareholding patterns they file each quarter state them.',
  ...filed,
  columns: [
    companyColumn,
    ['filing', 'VARCHAR NOT NULL', 'The pattern: the name of its file.'],
    ['as_of', 'DATE NOT NULL', 'Day the shares are counted on.'],
    [
      'holder',
      'VARCHAR NOT NULL',
      'Class of holder as filed; ShareholdingPattern is all of them. Classes such as PublicShareholding contain others.',
    ],
    ['shares', 'DECIMAL(38,0) NOT NULL', 'Shares held, those under depository receipts included.'],
    ['percent', 'DECIMAL(9,4)', 'Percent of all shares, as filed; null if not stated.'],
    recordingColumn,
  ],
})
export type ShareholdingRow = RowOf<typeof shareholdingTable>

/** Derived from `company_fact` and `statement_fact`, and so independent of the order of loading. */
export const companyLineTable = defineTable({
  name: 'company_line',
  comment:
    'Lines of financial statements under standard names: one row for each value that the reports of a company have stated for a period, in the order in which they became known.',
  columns: [
    companyColumn,
    ['line', 'VARCHAR NOT NULL', 'Standard name of the line, such as revenue or total_assets.'],
    [
      'span',
      'VARCHAR NOT NULL',
      'year, half, nine_months or quarter, by the number of days; other for the period of a report that is none of these; instant for a balance sheet day.',
    ],
    ['from_day', 'DATE', 'First day of the period; null for an instant.'],
    ['to_day', 'DATE NOT NULL', 'Last day of the period, or the balance sheet day.'],
    ['unit', 'VARCHAR NOT NULL', 'ISO code of the currency; with /shares for an amount per share; or shares.'],
    ['value', 'DECIMAL(38,8) NOT NULL', 'The value, in the unit given, as filed.'],
    [
      'other',
      'DECIMAL(38,8)',
      'Another amount that the same report states for the line and period, of which this is not the finer one; null where it states one.',
    ],
    ['concept', 'VARCHAR NOT NULL', 'Concept under which it is filed; several joined by + where they were added up.'],
    ['label', 'VARCHAR', 'Its name as filed; null where the source states none, as company facts of the SEC do not.'],
    ['filing', 'VARCHAR NOT NULL', 'The first report that states this value: its number at the source.'],
    ['form', 'VARCHAR NOT NULL', 'Form of that report.'],
    [
      'known_on',
      'DATE NOT NULL',
      'Day that report was filed, in the time zone of the market: the value is known from its end on.',
    ],
    [
      'known_basis',
      columnType<'filed' | 'reported' | 'deadline'>('VARCHAR NOT NULL'),
      'How that day is known: filed, reported or deadline.',
    ],
    [
      'fiscal_year',
      'SMALLINT',
      'Fiscal year as that report counts it, where the period is its own; null for a comparative period.',
    ],
    [
      'version',
      'INTEGER NOT NULL',
      '1 for the first value stated for the period, 2 for the next that differs from it or is stated under another concept, and so on.',
    ],
  ],
})

export const companyRatioTable = defineTable({
  name: 'company_ratio',
  comment:
    'Ratios of companies as in the newest edition, replaced a whole company at a time. Use v_ratio for the names of companies.',
  key: ['company', 'ratio'],
  columns: [
    companyColumn,
    ['ratio', 'VARCHAR NOT NULL', 'The ratio, such as gross_margin.'],
    ['block', 'VARCHAR NOT NULL', 'The block of the briefing it is in.'],
    ['period', 'VARCHAR NOT NULL', 'The twelve months it is of.'],
    ['value', 'DOUBLE', 'The value, in the unit given; null if it has none.'],
    ['unit', 'VARCHAR NOT NULL', 'percent, times, days or currency.'],
    ['why', 'VARCHAR', 'Why it has no value; null if it has.'],
    ['formula', 'VARCHAR NOT NULL', 'How it is calculated.'],
    ['inputs', 'JSON NOT NULL', 'Amounts it is calculated from: [{line, period, value, filing}].'],
    ['known_since', 'DATE', 'Day of the last filing it needed; null without inputs.'],
  ],
})
export type CompanyRatioRow = RowOf<typeof companyRatioTable>

export const companySituationTable = defineTable({
  name: 'company_situation',
  comment:
    'Situations of companies with the filings that began and ended them, as in the newest edition, replaced a whole company at a time. Use v_situation for the names of companies.',
  columns: [
    companyColumn,
    ['situation', 'VARCHAR NOT NULL', 'The situation, such as non_reliance.'],
    ['severity', 'VARCHAR NOT NULL', 'high, medium or low.'],
    ['since', 'DATE NOT NULL', 'Day of the filing that began it.'],
    ['form', 'VARCHAR NOT NULL', 'Form of that filing.'],
    ['item', 'VARCHAR', 'Item of an 8-K that began it; null if its form or text did.'],
    ['filing', 'VARCHAR NOT NULL', 'The filing, by its number at the source.'],
    ['url', 'VARCHAR NOT NULL', 'URL of it.'],
    ['quote', 'VARCHAR', 'The sentence it is read from; null if lists of filings tell it.'],
    ['ended_on', 'DATE', 'Day it ended; null if it is on.'],
    ['ended_by', 'VARCHAR', 'What ended it; null if it is on.'],
    ['ended_filing', 'VARCHAR', 'The filing that ended it; null if it is on, or if its time ran out.'],
  ],
})
export type CompanySituationRow = RowOf<typeof companySituationTable>

/** Spans by days; an instant is a balance sheet day. */
export type LineSpan = 'year' | 'half' | 'nine_months' | 'quarter' | 'other' | 'instant'

/** A value that a line of a period has had, as a filing states it: a row of `company_line` as it is read. Days are day numbers. */
export interface LineVersion {
  readonly line: LineId
  readonly span: LineSpan
  /** First day; null for an instant. */
  readonly from: number | null
  readonly to: number
  /** ISO code of the currency, with `/shares` for an amount per share; or `shares`. */
  readonly unit: string
  readonly value: number
  /** Another amount that the same report states; null where it states one. */
  readonly other: number | null
  readonly concept: string
  /** Its name as filed; null where the source states none. */
  readonly label: string | null
  readonly filing: string
  readonly form: string
  /** Day it was filed, in the time zone of the market. */
  readonly known: number
  readonly basis: 'filed' | 'reported' | 'deadline'
  /** Fiscal year of the filing, where the period is the filing's own. */
  readonly fiscalYear: number | null
}

/** `to_day` is derived by `warehouse/companies/listings.ts`; rows come with null. */
export const listingTable = defineTable({
  name: 'listing',
  comment:
    'Tickers and codes under which companies are or were listed, as recorded lists and filings name them. A company may have several.',
  key: ['company', 'scheme', 'code'],
  ...newestStands,
  least: ['from_day'],
  columns: [
    companyColumn,
    ['scheme', columnType<'ticker' | 'code'>('VARCHAR NOT NULL'), 'ticker: of the SEC; code: of an exchange in Japan or Korea.'],
    ['code', 'VARCHAR NOT NULL', 'Ticker as the SEC spells it, the share class after a dash; or code, such as 6743 in Tokyo.'],
    ['name', 'VARCHAR NOT NULL', 'Name of the company in the last list that names it so.', 'line'],
    [
      'position',
      'INTEGER',
      'Place in that list, which the SEC orders by market value; 1 is the largest; null in lists without such an order.',
    ],
    ['from_day', 'DATE NOT NULL', 'Day (UTC) on which the first list that names it was recorded.'],
    [
      'to_day',
      'DATE',
      'Day (UTC) of the last list that names it; null until a later whole list leaves it out, or a later list gives the company another code or the code another company.',
    ],
    ['recording', 'VARCHAR NOT NULL', 'The last list that names it (recording.id).'],
  ],
})
export type ListingRow = RowOf<typeof listingTable>

/** Apart from `listing`, whose rows other lists name without it. */
export const sectorTable = defineTable({
  name: 'sector',
  comment: 'Sectors of companies as the list of a market assigns them: in Japan those of the Tokyo Stock Exchange.',
  key: ['company'],
  ...newestStands,
  columns: [
    companyColumn,
    ['sector', 'VARCHAR NOT NULL', 'The sector in English.'],
    ['recording', 'VARCHAR NOT NULL', 'The last list that assigns one (recording.id).'],
  ],
})

/** A name a company filed under before, with the first and last day (YYYY-MM-DD) of its filings under it. */
export interface FormerName {
  readonly name: string
  readonly from: string | null
  readonly to: string | null
}

/** A row of each recording, since a later one may leave out what an earlier one states: which is chosen in `v_issuer`, member by member. */
export const issuerTable = defineTable({
  name: 'issuer',
  comment:
    'Companies as the authority they file with describes them, in each recording; in the USA that is the index of their filings. Use v_issuer for one row per company.',
  key: ['company', 'told_by', 'recording'],
  ...newestStands,
  recordedAt: 'recorded_at',
  columns: [
    companyColumn,
    [
      'told_by',
      columnType<'filer' | 'list'>('VARCHAR NOT NULL'),
      'filer: what it files, or the index of its filings; list: a list of filings of many, which says less.',
    ],
    ['name', 'VARCHAR', 'Its name as that authority writes it; null if it is not stated.', 'line'],
    [
      'former_names',
      columnType<readonly FormerName[]>('JSON NOT NULL'),
      'Earlier names, newest first: [{name, from, to}].',
      'line',
    ],
    [
      'country',
      'VARCHAR',
      'Country or Canadian province of incorporation, or of its business address if that is not stated; United States for a state; null if neither is stated.',
      'line',
    ],
    ['industry_code', 'VARCHAR', 'Code of its industry, SIC in the USA; null if none is assigned.'],
    ['industry', 'VARCHAR', 'That industry in words; null if none are stated.', 'line'],
    ['fiscal_year_end', 'VARCHAR', 'End of its fiscal year, MM-DD; a year of 52 or 53 weeks ends within a week of it.'],
    ['filer_class', 'VARCHAR', 'Filer class today, such as Large accelerated filer; null if the SEC states none.', 'line'],
    ['tickers', columnType<readonly string[]>('JSON NOT NULL'), 'Its tickers or codes.'],
    [
      'exchanges',
      columnType<readonly (string | null)[]>('JSON NOT NULL'),
      'The exchange of each ticker, in the same order; null if not listed.',
      'line',
    ],
    ['lei', 'VARCHAR', 'Legal entity identifier; null if the SEC does not state it.'],
    ['recorded_at', 'TIMESTAMP NOT NULL', 'When that index was recorded (UTC).'],
    recordingColumn,
  ],
})
export type IssuerRow = RowOf<typeof issuerTable>

/** What an authority does not state of a company. */
export const unstated: Omit<IssuerRow, 'company' | 'told_by' | 'name'> = {
  ...{ former_names: [], country: null, industry_code: null, industry: null, fiscal_year_end: null },
  ...{ filer_class: null, tickers: [], exchanges: [], lei: null },
}

/** Two lists name a filing: the index of a day first, and later that of its filer, which says more. */
export const periodicFilingTable = defineTable({
  name: 'periodic_filing',
  comment:
    'Annual and quarterly reports of all companies as named by the SEC indexes, with amendments, and filings that begin or end a situation, such as NT 10-K. A filing of several co-registrants has a row for each.',
  key: ['filing', 'company'],
  ...newestStands,
  least: ['period', 'document_url', 'about'],
  columns: [
    ['filing', 'VARCHAR NOT NULL', 'Accession number with dashes.'],
    companyColumn,
    ['form', 'VARCHAR NOT NULL', 'Form, such as 10-K, 10-Q/A or NT 10-K.', 'line'],
    ['filed', 'DATE NOT NULL', 'Filing date as stated by the SEC.'],
    ['period', 'DATE', 'Last day of the period reported; null until the index of its filer is read.'],
    [
      'document_url',
      'VARCHAR',
      'URL of the primary document, or of the text of the whole filing if it has none; null until the index of its filer is read.',
    ],
    [
      'about',
      'BOOLEAN',
      'Whether it is about this company, and not filed by it on another; null until the index of its filer is read.',
    ],
    ['index_url', 'VARCHAR NOT NULL', 'URL of the page that lists the documents of the filing.'],
    ['recording', 'VARCHAR NOT NULL', 'The latest recording that names it.'],
  ],
})
export type PeriodicFilingRow = RowOf<typeof periodicFilingTable>

/** Who a company is, as the newest lists and indexes of its market say. */
export interface Issuer {
  /** Issuer id. */
  readonly company: string
  readonly name: string
  readonly formerNames: readonly { readonly name: string; readonly until: string | null }[]
  readonly country: string | null
  /** The first is its address. */
  readonly listed: readonly { readonly code: string; readonly exchange: string | null }[]
  /** What it was listed under and no company is now. */
  readonly formerCodes: readonly string[]
  readonly industry: string | null
  /** SIC code in the USA. */
  readonly industryCode: string | null
  /** MM-DD */
  readonly fiscalYearEnd: string | null
  readonly filerClass: string | null
  readonly lei: string | null
}

/** A filing as a list names it. */
export interface ListedFiling {
  readonly filing: string
  readonly form: string
  /** Day (number) on which it was filed. */
  readonly filed: number
  /** Of an 8-K; null where no list that tells them was read. */
  readonly items: readonly string[] | null
  /** Last day (number) of the period of a report. */
  readonly period: number | null
  /** Whether it is about the company; null where that is not known. */
  readonly about: boolean | null
  /** Whether its figures were read; null where figures of no filing of the company were. */
  readonly figures: boolean | null
  readonly url: string
}
