import type { KnownBasis } from '../values/column.ts'
import { auction, plannedAuction } from './auction.ts'
import { plannedBuyback } from './buyback.ts'
import { close, split } from './close.ts'
import {
  companyFact,
  companyLine,
  companyRatio,
  companySituation,
  issuer,
  listing,
  periodicFiling,
  sector,
  shareholding,
  statementFact,
} from './company.ts'
import {
  debtInstrument,
  debtMaturity,
  debtRate,
  guidance,
  nextResults,
  segmentFigure,
  shareClass,
  situationMark,
  unreadPassage,
} from './company-document.ts'
import { briefingState, composed, dayEndReading, metricPast } from './day.ts'
import { event } from './event.ts'
import { extraction, filing, span, withdrawal } from './filing.ts'
import { metricValue, metricWalk } from './metric-value.ts'
import { newsCompany, newsMark, newsRecord } from './news.ts'
import { ownershipFiling, ownershipLine, ownershipReport } from './ownership.ts'
import { calibration, correlation, regime, treasury, treasuryDocument } from './published.ts'
import { reading } from './reading.ts'
import { bodyShape, decision, quarantine, recording } from './recording.ts'
import { metric, schemaMark, upstream } from './registry.ts'
import { scheduledRelease } from './release.ts'
import { fact, note, report, statedCount, statementLine } from './report.ts'
import { companyRequest, run, runFeed } from './run.ts'
import { nextRelease, observation, type SightingRow, series, sighting } from './series.ts'
import { stake } from './stake.ts'
import type { RowOf, Table } from './table.ts'

/** Every table of the warehouse. A new kind of row is one declaration, named here. */
export const tables = [
  schemaMark,
  upstream,
  series,
  metric,
  recording,
  sighting,
  close,
  split,
  observation,
  filing,
  withdrawal,
  span,
  extraction,
  quarantine,
  decision,
  reading,
  metricValue,
  metricWalk,
  nextRelease,
  regime,
  correlation,
  calibration,
  treasury,
  treasuryDocument,
  briefingState,
  dayEndReading,
  metricPast,
  composed,
  report,
  fact,
  note,
  statementLine,
  statedCount,
  companyFact,
  statementFact,
  shareholding,
  shareClass,
  segmentFigure,
  debtInstrument,
  debtMaturity,
  debtRate,
  guidance,
  nextResults,
  situationMark,
  unreadPassage,
  ownershipFiling,
  ownershipReport,
  ownershipLine,
  companyLine,
  companyRatio,
  companySituation,
  listing,
  sector,
  issuer,
  periodicFiling,
  run,
  runFeed,
  companyRequest,
  event,
  stake,
  auction,
  plannedAuction,
  plannedBuyback,
  scheduledRelease,
  bodyShape,
  newsRecord,
  newsCompany,
  newsMark,
] as const satisfies readonly Table[]

/** Tables a feed gives rows of; what it refuses it gives apart. */
type FedTable = Exclude<Extract<(typeof tables)[number], { recording: string }>, typeof quarantine>
/** Tables whose rows the database reads from whole bodies itself. */
export type BulkTableName = Extract<FedTable, { bulk: true }>['name']

/** Rows of a recording by table. */
export type Rows = {
  readonly [T in FedTable as T['name']]?: readonly (T extends typeof sighting ? SightingRow : RowOf<T>)[]
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
