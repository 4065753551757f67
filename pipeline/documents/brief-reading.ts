import { analysis, type Reading, readingHeadSchema } from './reading.ts'
import { part, type SchemaType } from './schema.ts'

/** A reading as the JSON of a briefing has it: what is printed of it, and what marks it as late, stale or defective. */
export const briefReading = part((z) => {
  const { title, unit, value, period, known_at, source, freshness } = readingHeadSchema(z)
  const { trend, signal, confidence, data_quality, percentile_90d, record, momentum: _, method: __, ...marks } = analysis(z)
  const change = trend.shape['7d'].unwrap().pick({ change: true, change_unit: true }).meta({ id: 'BriefChange' })
  const quality = data_quality.pick({ status: true, gaps: true, disagreement: true, notes: true })
  return z
    .object({
      ...{ title, unit, value, period, known_at },
      source: source.pick({ id: true }).meta({
        id: 'BriefSource',
        description: 'Its name and address are in `sources`; `calculated` is made of other series.',
      }),
      freshness: freshness.pick({ status: true }).extend({ next_due_at: freshness.shape.next_due_at.optional() }).meta({
        id: 'BriefFreshness',
        description: '`next_due_at` is given where the reading is late.',
      }),
      trend: z.object({ '7d': change.optional(), '30d': change.optional(), '90d': change.optional() }).meta({ id: 'BriefTrend' }),
      signal: signal
        .unwrap()
        .pick({ direction: true, moving: true, for: true, since: true })
        .meta({ id: 'BriefSignal' })
        .optional(),
      record: record.unwrap().optional(),
      ...marks,
      confidence: confidence.pick({ score: true, edge: true }).meta({ id: 'BriefConfidence' }).optional(),
      percentile_90d: percentile_90d.unwrap().optional(),
      data_quality: quality
        .meta({ id: 'BriefQuality', description: 'Given where its status is not good, or sources disagree.' })
        .optional(),
    })
    .meta({
      id: 'BriefReading',
      description:
        'The reading of a metric for a day in short. Members without a value are left out. `fields=readings_in_full` returns the whole readings, as /api/metrics/{metric} does.',
    })
})

export type BriefReading = SchemaType<typeof briefReading>

/** The members that have a value. */
function stated<Members extends object>(members: Members) {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value != null)) as {
    [Name in keyof Members]?: NonNullable<Members[Name]>
  }
}

/** Shortens a reading for the JSON of a briefing, which would else repeat per reading what its metric has at its own address. */
export function briefReadingOf(reading: Reading): BriefReading {
  const { title, unit, value, period, known_at, source, freshness, trend, signal, confidence, data_quality } = reading
  const { record, percentile_90d, near_record, passed_record, week_move, revised, first_print, later_vintage } = reading
  const changes = Object.entries(trend).flatMap(([window, change]) =>
    change === null ? [] : [[window, { change: change.change, change_unit: change.change_unit }]],
  )
  const { status, gaps, disagreement, notes } = data_quality
  return {
    ...{ title, unit, value, period, known_at },
    source: { id: source.id },
    freshness: { status: freshness.status, ...(freshness.status === 'late' ? { next_due_at: freshness.next_due_at } : {}) },
    trend: Object.fromEntries(changes),
    ...stated({
      signal: signal && { direction: signal.direction, moving: signal.moving, for: signal.for, since: signal.since },
      ...{ record, near_record, passed_record, week_move, revised, first_print, later_vintage },
      confidence: confidence.score === null ? null : { score: confidence.score, edge: confidence.edge },
      percentile_90d,
      data_quality: status === 'good' && disagreement === null ? null : { status, gaps, disagreement, notes },
    }),
  }
}

/**
 * The whole readings of a stored briefing, by metric: what its JSON leaves out is apart.
 *
 * @param apart the text of its `apart.json`; null where an edition of an earlier version has the readings whole
 */
export function wholeReadings(
  readings: Readonly<Record<string, Reading>>,
  apart: string | null,
): Readonly<Record<string, Reading>> {
  const { readings_in_full: whole = readings } = (apart === null ? {} : JSON.parse(apart)) as {
    readings_in_full?: typeof readings
  }
  return whole
}
