import { metricByName } from '../../data/metrics.ts'
import { type NewStake, regimeGrade, regimeStakes, signalGrade, signalStake } from '../../pipeline/analysis/stake.ts'
import type { Day } from '../../pipeline/days/day.ts'
import { wholeReadings } from '../../pipeline/documents/brief-reading.ts'
import type { BriefingDocument } from '../../pipeline/documents/briefing.ts'
import type { Reading } from '../../pipeline/documents/reading.ts'
import type { RecordDocument } from '../../pipeline/documents/record.ts'
import type { Manifest } from '../../pipeline/editions/edition.ts'
import { archivePlaceOf, type CodedFormat } from '../../pipeline/editions/edition-files.ts'
import { readBody } from '../../pipeline/editions/edition-view.ts'
import { entriesOfShard } from '../../pipeline/editions/shard.ts'
import { readSegment, type StakeEntries, segmentsAfter } from '../../pipeline/editions/stakes.ts'
import { recordDocument } from '../../pipeline/status/record.ts'
import type { Grade, Stake, StakeRow } from '../../pipeline/tables/stake.ts'
import { dayNumber, endOfDay, isoDay, isoTime } from '../../pipeline/time/day.ts'
import { keptSegments, putStakes, readStakes } from '../../pipeline/warehouse/stakes.ts'
import type { Deps } from '../deps.ts'

/** Brings the analysts' table of stakes up to the ledger of an edition; a table that is not the beginning of the ledger is filled again. */
export async function syncStakesTable({ blobs, store }: Pick<Deps, 'blobs' | 'store'>, manifest: Manifest | null): Promise<void> {
  const kept = await keptSegments(await store())
  const newer = await segmentsAfter(blobs, manifest?.stakes, (hash) => kept.has(hash))
  const count = manifest?.stakes === undefined ? 0 : (newer.at(-1) ?? (await readSegment(blobs, manifest.stakes))).number
  if (kept.size === count) return
  const isBeginning = kept.size + newer.length === count
  await putStakes(await store(), isBeginning ? newer : await segmentsAfter(blobs, manifest?.stakes, () => false), !isBeginning)
}

/** What the documents of a day say that were composed in this run. */
interface Documents {
  readonly metrics: readonly Reading[]
  readonly briefings: readonly Pick<BriefingDocument, 'briefing' | 'regime'>[]
}

/**
 * What the documents of a day stake, and the grades of what the ledger has that is due; with the forward record that this gives. A stake is
 * entered once for each claim, window and period, and graded once. A replay of a day (`documents` null) enters and grades nothing.
 */
export async function forecastStakesOfDay(
  deps: Pick<Deps, 'blobs' | 'store'>,
  manifest: Manifest | null,
  day: Day,
  documents: Documents | null,
): Promise<{ entries: StakeEntries | null; record: RecordDocument }> {
  const asOf = isoDay(day.asOf)
  await syncStakesTable(deps, manifest)
  const rows = await readStakes(await deps.store())
  if (documents === null) return { entries: null, record: recordDocument(rows, asOf, day.sample, true) }
  const known = new Set(rows.map(({ id }) => id))
  const isNew = ({ id }: { id: string }) => !known.has(id) && known.add(id) !== undefined
  const stakes = stakesOn(day, asOf, documents, (metric) => baseRate(day, metric)).filter(isNew)
  const past = manifest === null || manifest.stakes !== undefined ? [] : (await pastStakes(deps, manifest, day)).filter(isNew)
  // of what was not composed again nothing new is known
  const judged = new Set(documents.metrics.map(({ metric }) => metric))
  const hasRegime = documents.briefings.some(({ regime }) => regime !== undefined)
  const isJudged = ({ metric }: StakeRow) => (metric === null ? hasRegime : judged.has(metric))
  const grades = rows.flatMap((row) => (row.came_true === null && isJudged(row) ? (gradeOn(day, asOf, row) ?? []) : []))
  const outcomes = new Map(grades.map(({ stake, came_true }) => [stake, came_true]))
  const all = [
    ...rows.map((row) => ({ ...row, came_true: row.came_true ?? outcomes.get(row.id) ?? null })),
    ...stakes.map((stake) => ({ ...stake, entered: 'published', came_true: null })),
    ...past.map((stake) => ({ ...stake, came_true: null })),
  ]
  return { entries: { stakes, grades, past, newest: manifest?.stakes ?? null }, record: recordDocument(all, asOf, day.sample) }
}

function stakesOn(day: Day, asOf: string, { metrics, briefings }: Documents, baseOf: (metric: Reading) => number): NewStake[] {
  // a day has one regime, however many briefings carry it
  const carrier = briefings.find(({ regime }) => regime !== undefined)
  return [
    ...metrics.flatMap((reading) => {
      const facts = metricByName.get(reading.metric)
      return (facts && reading.confidence.score !== null && signalStake(facts, reading, asOf, baseOf(reading))) || []
    }),
    ...(carrier?.regime ? regimeStakes(carrier.regime, asOf, `briefing/${carrier.briefing}`, day.regimes().days) : []),
  ]
}

function baseRate(day: Day, reading: Reading): number {
  const { past, column } = day.past(reading.metric)!
  return past.at(column, column.period.length - 1).standing!.moment.base
}

function gradeOn(day: Day, asOf: string, stake: StakeRow): Grade | null {
  if (stake.metric === null) return regimeGrade(stake, day.regimes().days, asOf)
  const facts = metricByName.get(stake.metric)
  const judged = facts && day.past(stake.metric)
  return judged ? signalGrade(stake, facts, judged.column, asOf) : null
}

/** Places of documents that stake something. */
const staking = /^(archive|briefing|metric)\//

/**
 * What editions from before there was a ledger published: the one that stands, and the archived days whose documents were made before the day
 * was over. Others were replayed, and count for nothing.
 */
async function pastStakes(
  { blobs }: Pick<Deps, 'blobs'>,
  { shards: { packed: _, ...shards } }: Manifest,
  day: Day,
): Promise<Stake[]> {
  const stakes: Stake[] = []
  for (const hash of Object.values(shards))
    for (const { place, as_of, computed_at, fingerprint, formats } of await entriesOfShard(blobs, hash)) {
      const isReplayed = computed_at >= isoTime(endOfDay(dayNumber(as_of)!))
      if (!staking.test(place) || (archivePlaceOf(place)?.revision ?? 1) > 1 || isReplayed || formats.json === undefined) continue
      const textOf = async (format: CodedFormat) => (await readBody(blobs, format)).plain.toString()
      const apart = formats['apart.json'] as CodedFormat | undefined
      const document = JSON.parse(await textOf(formats.json as CodedFormat)) as BriefingDocument | Reading
      const documents =
        'readings' in document
          ? {
              metrics: Object.values(wholeReadings(document.readings, apart === undefined ? null : await textOf(apart))),
              briefings: [document],
            }
          : { metrics: [document], briefings: [] }
      const published = { document: place, fingerprint, published_at: computed_at, entered: 'after' }
      for (const stake of stakesOn(day, as_of, documents, publishedBase)) stakes.push({ ...stake, ...published })
    }
  return stakes.sort((a, b) => (a.as_of < b.as_of ? -1 : a.as_of > b.as_of ? 1 : 0))
}

/** The base rate that a document of the past shows: that of its earlier scores, else what such a signal is taken to do. */
const publishedBase = ({ confidence: { calibration, no_information } }: Reading): number =>
  calibration?.base_rate ?? (no_information ?? 50) / 100
