import { type Briefing, briefingRows } from '../../data/briefings.ts'
import { type Metric, metricRows } from '../../data/metrics.ts'
import type { BriefingDefinition } from '../../pipeline/briefings/briefer.ts'
import { briefingCharts, metricCharts } from '../../pipeline/briefings/charts.ts'
import { briefingDocuments, metricDocuments } from '../../pipeline/briefings/compose.ts'
import { briefingDefinitions } from '../../pipeline/briefings/index.ts'
import { briefingStandingOf } from '../../pipeline/briefings/standing.ts'
import type { Day } from '../../pipeline/days/day.ts'
import { stateInputNames } from '../../pipeline/days/noted-day.ts'
import type { TreasuryDocuments } from '../../pipeline/days/treasuries.ts'
import type { BriefingDocument } from '../../pipeline/documents/briefing.ts'
import type { Front } from '../../pipeline/documents/front.ts'
import { placeOf } from '../../pipeline/documents/kind.ts'
import type { MetricData } from '../../pipeline/documents/metric.ts'
import { metricHistoryKind } from '../../pipeline/documents/metric-history.ts'
import type { Draft } from '../../pipeline/documents/schema.ts'
import type { DocumentsByKind } from '../../pipeline/editions/merge.ts'
import { coversCompany, coversHoldings, hasContent } from '../../pipeline/status/absent.ts'
import { type MetricRecord, metricRecordOf } from '../../pipeline/status/calibration.ts'
import { briefingGlance, type Glance } from '../../pipeline/status/front.ts'
import { standingOfBriefing, standingOfCounts, standingOfReading } from '../../pipeline/status/served-standing.ts'

/** What came of a unit: its value, its documents, and what the documents about the whole edition take from it (plain JSON). */
export interface UnitResult<Value, Summary> {
  readonly value: Value
  readonly documents: DocumentsByKind
  readonly summary: Summary
  /** What is large, and wanted only where another unit of the kind changed. */
  readonly sums?: unknown
}

/** What is composed together from a day and from nothing else; a document that is to be kept from run to run belongs to one. */
export interface ComposeUnit<Value, Summary> {
  readonly id: string
  /** Names that are read beside what composing asks of the day: those of rows that are renewed with it. */
  readonly alsoReads: readonly string[]
  /** Places of documents that are made only with its own. */
  readonly followedBy: readonly string[]
  /** Null if there is no figure to publish. */
  compose(day: Day): UnitResult<Value, Summary> | null
}

export interface MetricSummary {
  readonly metric: Front['metrics'][number]
  readonly isStale: boolean
  readonly record: MetricRecord['row'] | null
}

export const metricUnits = metricRows.map(
  (row: Metric): ComposeUnit<Draft<MetricData>, MetricSummary> => ({
    id: `metric/${row.metric}`,
    alsoReads: [],
    followedBy: [placeOf(metricHistoryKind, row.metric)],
    compose: (day) => {
      const [document] = metricDocuments(day, [row])
      if (document === undefined) return null
      const record = metricRecordOf(document, day)
      const { metric, period, freshness } = document
      return {
        value: document,
        documents: {
          metric: [{ document, charts: metricCharts(metric, day), facts: standingOfReading(document) }],
        },
        summary: { metric: { metric, period }, isStale: freshness.status === 'stale', record: record?.row ?? null },
        sums: record?.sums,
      }
    },
  }),
)

export interface BriefingUnit extends ComposeUnit<Draft<BriefingDocument>, Glance> {
  readonly briefer: BriefingDefinition
}

export const briefingUnits = briefingRows.map((row: Briefing): BriefingUnit => {
  const briefer = briefingDefinitions.find(({ id }) => id === row.id)!
  return {
    id: `briefing/${row.id}`,
    briefer,
    alsoReads: stateInputNames(briefer),
    followedBy: [],
    compose: (day) => {
      const [document] = briefingDocuments(day, [row])
      if (document === undefined || !hasContent(document)) return null
      const facts = standingOfBriefing(briefingStandingOf(briefer, document, day))
      return {
        value: document,
        documents: { briefing: [{ document, charts: briefingCharts(row, briefer, document, day), facts }] },
        summary: briefingGlance(document, day, facts),
      }
    },
  }
})

/** The treasuries of the roster: one list, and a document for each company. */
export const treasuryUnit: ComposeUnit<TreasuryDocuments, null> = {
  id: 'treasuries',
  alsoReads: [],
  followedBy: [],
  compose: (day) => {
    const value = day.treasuries()
    const { list, companies } = value
    return {
      value,
      documents: {
        'treasury list': coversHoldings(list) ? [{ document: list, facts: standingOfCounts(list.holdings) }] : [],
        treasury: companies.filter(coversCompany).map((document) => ({
          document,
          facts: standingOfCounts(document.holding === null ? [] : [document.holding]),
        })),
      },
      summary: null,
    }
  },
}
