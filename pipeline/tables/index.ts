import type { KnownBasis } from '../values/column.ts'
import { auctionTable, plannedAuctionTable } from './auction.ts'
import { plannedBuybackTable } from './buyback.ts'
import { closeTable, splitTable } from './close.ts'
import {
  companyFactTable,
  companyLineTable,
  companyRatioTable,
  companySituationTable,
  issuerTable,
  listingTable,
  periodicFilingTable,
  sectorTable,
  shareholdingTable,
  statementFactTable,
} from './company.ts'
import {
  debtInstrumentTable,
  debtMaturityTable,
  debtRateTable,
  guidanceTable,
  nextResultsTable,
  segmentFigureTable,
  shareClassTable,
  situationMarkTable,
  unreadPassageTable,
} from './company-document.ts'
import { briefingStateTable, composedTable, dayEndReadingTable, metricPastTable } from './day.ts'
import { eventTable } from './event.ts'
import { extractionTable, filingTable, spanTable, withdrawalTable } from './filing.ts'
import { metricValueTable, metricWalkTable } from './metric-value.ts'
import { newsCompanyTable, newsMarkTable, newsRecordTable } from './news.ts'
import { ownershipFilingTable, ownershipLineTable, ownershipReportTable } from './ownership.ts'
import { calibrationTable, correlationTable, regimeTable, treasuryDocumentTable, treasuryTable } from './published.ts'
import { readingTable } from './reading.ts'
import { bodyShapeTable, decisionTable, quarantineTable, recordingTable } from './recording.ts'
import { metricTable, schemaMarkTable, upstreamTable } from './registry.ts'
import { scheduledReleaseTable } from './release.ts'
import { factTable, noteTable, reportTable, statedCountTable, statementLineTable } from './report.ts'
import { companyRequestTable, runFeedTable, runTable } from './run.ts'
import { nextReleaseTable, observationTable, type SightingRow, seriesTable, sightingTable } from './series.ts'
import { stakeTable } from './stake.ts'
import type { RowOf, Table } from './table.ts'

/** Every table of the warehouse. A new kind of row is one declaration, named here. */
export const tables = [
  schemaMarkTable,
  upstreamTable,
  seriesTable,
  metricTable,
  recordingTable,
  sightingTable,
  closeTable,
  splitTable,
  observationTable,
  filingTable,
  withdrawalTable,
  spanTable,
  extractionTable,
  quarantineTable,
  decisionTable,
  readingTable,
  metricValueTable,
  metricWalkTable,
  nextReleaseTable,
  regimeTable,
  correlationTable,
  calibrationTable,
  treasuryTable,
  treasuryDocumentTable,
  briefingStateTable,
  dayEndReadingTable,
  metricPastTable,
  composedTable,
  reportTable,
  factTable,
  noteTable,
  statementLineTable,
  statedCountTable,
  companyFactTable,
  statementFactTable,
  shareholdingTable,
  shareClassTable,
  segmentFigureTable,
  debtInstrumentTable,
  debtMaturityTable,
  debtRateTable,
  guidanceTable,
  nextResultsTable,
  situationMarkTable,
  unreadPassageTable,
  ownershipFilingTable,
  ownershipReportTable,
  ownershipLineTable,
  companyLineTable,
  companyRatioTable,
  companySituationTable,
  listingTable,
  sectorTable,
  issuerTable,
  periodicFilingTable,
  runTable,
  runFeedTable,
  companyRequestTable,
  eventTable,
  stakeTable,
  auctionTable,
  plannedAuctionTable,
  plannedBuybackTable,
  scheduledReleaseTable,
  bodyShapeTable,
  newsRecordTable,
  newsCompanyTable,
  newsMarkTable,
] as const satisfies readonly Table[]

/** Tables a feed gives rows of; what it refuses it gives apart. */
type FedTable = Exclude<Extract<(typeof tables)[number], { recording: string }>, typeof quarantineTable>
/** Tables whose rows the database reads from whole bodies itself. */
export type BulkTableName = Extract<FedTable, { bulk: true }>['name']

/** Rows of a recording by table. */
export type Rows = {
  readonly [T in FedTable as T['name']]?: readonly (T extends typeof sightingTable ? SightingRow : RowOf<T>)[]
}

type DatedTable = Extract<(typeof tables)[number], { dueAt: string }>

/** Tables whose rows are read as they were known on a day. */
export type DatedTableName = DatedTable['name']

/** When a row became known and how that is known (times in milliseconds UTC). */
interface Known {
  readonly known: number
  readonly basis: KnownBasis
  /** When a newer recording gave something else or no longer gave it; null while it stands. */
  readonly gone: number | null
}

/** A row of such a table as it comes from the warehouse. */
export type DatedRow<Name extends DatedTableName = DatedTableName> = Name extends DatedTableName
  ? RowOf<Extract<DatedTable, { name: Name }>> & Known
  : never

/** Rows of some of these tables, in the order they became known. */
export type DatedRows = { readonly [Name in DatedTableName]?: readonly DatedRow<Name>[] }
