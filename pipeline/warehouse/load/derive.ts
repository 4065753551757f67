import { type Store, selectColumn } from '../store.ts'

/**
 * Two values of one period this far apart differ by a change of unit (thousands, millions), not by a revision.
 * The first value sighted is the measure: the later ones are held.
 */
const unitChange = 'coalesce(abs(abs(log10(nullif(abs(value / nullif(anchor, 0)), 0))) - 3) < 0.02, false)'

/**
 * Derives `observation` again for the (series_no, period) pairs in the temporary table `touched`, from all their sightings.
 *
 * By period, sightings in order of the moment they speak of: a value is kept when it differs from the previous one. The first is known
 * when the source says it was published (filed); or when we saw it, no later than a day after it was due (reported); or, seen later
 * than that, when it was due (deadline), and of a series that is revised it is then of that later vintage. Every further value is known when published or seen. A value a factor near 1,000 from the first
 * is a change of unit: it goes to quarantine; and where that is so for most of what a recording shows again, with it everything the
 * recording shows of the series, new periods too. A series with such values is derived whole each time. Being a function of all sightings, the result does not depend on the order of loading.
 */
export async function deriveObservations(store: Store): Promise<void> {
  const run = (sql: string) => store.connection.run(sql)
  await run('CREATE OR REPLACE TEMP TABLE in_other_unit (series_no INTEGER, recording_no INTEGER)')
  await orderSightings(store)
  const suspected = await selectColumn<number>(
    store,
    `SELECT DISTINCT o.series_no AS no FROM ordered o JOIN series s ON s.no = o.series_no
     WHERE o.held OR s.id IN (SELECT series FROM quarantine WHERE rule = 'unit-change') ORDER BY no`,
  )
  if (suspected.length > 0) {
    for (const no of suspected) await findOtherUnits(store, no)
    const numbers = suspected.join(', ')
    await run(`
      INSERT INTO touched SELECT DISTINCT series_no, period FROM sighting WHERE series_no IN (${numbers})
      EXCEPT SELECT series_no, period FROM touched`)
    await orderSightings(store)
  }
  // without a held value the order just made is the order of what is kept
  const kept =
    suspected.length === 0
      ? 'ordered'
      : `(SELECT * EXCLUDE (before, nth), lag(value) OVER w AS before, row_number() OVER w AS nth FROM ordered
          WHERE NOT held WINDOW w AS (PARTITION BY series_no, period ORDER BY nth))`
  await run(
    'DELETE FROM observation o USING touched t JOIN series s ON s.no = t.series_no WHERE o.series = s.id AND o.period = t.period',
  )
  await run(`
    INSERT INTO observation
    SELECT s.id, k.period, k.value, s.unit,
           CASE WHEN late THEN due_at ELSE stated_at END,
           CASE WHEN published THEN 'filed' WHEN late THEN 'deadline' ELSE 'reported' END,
           r.id,
           CASE WHEN k.nth = 1 THEN 1 ELSE row_number() OVER (PARTITION BY k.series_no, k.period ORDER BY k.nth) END,
           CASE WHEN late AND s.revised IN ('annually', 'every release') THEN stated_at END
    FROM (SELECT *, nth = 1 AND NOT published AND stated_at > due_at + INTERVAL 1 DAY AS late FROM ${kept} WHERE nth = 1 OR value <> before) k
    JOIN series s ON s.no = k.series_no JOIN recording r ON r.no = k.recording_no`)
  await run(`
    DELETE FROM quarantine q USING touched t JOIN series s ON s.no = t.series_no
    WHERE q.rule = 'unit-change' AND q.series = s.id AND starts_with(q.excerpt, CAST(t.period AS VARCHAR))`)
  if (suspected.length > 0)
    await run(`
      INSERT INTO quarantine
      SELECT md5(concat_ws('|', r.id, s.id, 'unit-change', o.period, o.value)), r.id, any_value(r.feed), s.id, 'unit-change',
             'differs by a factor near 1,000 from earlier values, or is in one recording with such values: a change of unit, not a revision',
             any_value(CAST(o.period AS VARCHAR) || ',' || o.value), any_value(r.made_at)
      FROM ordered o JOIN series s ON s.no = o.series_no JOIN recording r ON r.no = o.recording_no
      WHERE o.held
      GROUP BY r.id, s.id, o.period, o.value
      ON CONFLICT DO NOTHING`)
  await run('DROP TABLE ordered')
  await run('DROP TABLE in_other_unit')
}

/**
 * The touched sightings in the order of the moments they speak of, as the temporary table `ordered`: `anchor` is the first value of the
 * period from a recording that is not in another unit, `held` says that a sighting is, by itself or with its recording.
 */
async function orderSightings(store: Store): Promise<void> {
  await store.connection.run(`
    CREATE OR REPLACE TEMP TABLE ordered AS
    SELECT *, foreign_unit OR ${unitChange} AS held FROM (
      SELECT s.series_no, s.period, s.value, s.stated_at, s.published, s.due_at, s.recording_no, u.recording_no IS NOT NULL AS foreign_unit,
             first_value(CASE WHEN u.recording_no IS NULL THEN s.value END IGNORE NULLS) OVER
               (PARTITION BY s.series_no, s.period ORDER BY s.stated_at, r.made_at, r.id, s.value ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING) AS anchor,
             lag(s.value) OVER w AS before, row_number() OVER w AS nth
      FROM sighting s JOIN touched t ON t.series_no = s.series_no AND t.period = s.period JOIN recording r ON r.no = s.recording_no
      LEFT JOIN in_other_unit u ON u.series_no = s.series_no AND u.recording_no = s.recording_no
      WINDOW w AS (PARTITION BY s.series_no, s.period ORDER BY s.stated_at, r.made_at, r.id, s.value))`)
}

/**
 * Names in `in_other_unit` the recordings of a series that show most of what was seen before a factor near 1,000 away. Oldest first, each
 * judged against those that are left: what the first recording shows is the measure.
 */
async function findOtherUnits(store: Store, seriesNo: number): Promise<void> {
  for (;;) {
    const [next] = await selectColumn<number>(
      store,
      `SELECT recording_no AS no FROM (
         SELECT s.recording_no, s.value, r.made_at, r.id, first_value(s.value) OVER w AS anchor, first_value(s.recording_no) OVER w AS measure
         FROM sighting s JOIN recording r ON r.no = s.recording_no
         WHERE s.series_no = $1 AND s.recording_no NOT IN (SELECT recording_no FROM in_other_unit WHERE series_no = $1)
         WINDOW w AS (PARTITION BY s.period ORDER BY s.stated_at, r.made_at, r.id, s.value))
       WHERE measure <> recording_no GROUP BY recording_no, made_at, id
       HAVING 2 * count(*) FILTER (WHERE ${unitChange}) > count(*) ORDER BY made_at, id LIMIT 1`,
      [seriesNo],
    )
    if (next === undefined) return
    await store.connection.run('INSERT INTO in_other_unit VALUES ($1, $2)', [seriesNo, next])
  }
}
