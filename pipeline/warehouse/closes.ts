import { type CloseSeries, series } from '../../data/series.ts'
import { firstSessionOf, splitsOf } from '../../data/splits.ts'
import type { CloseRow } from '../tables/close.ts'
import type { Rows } from '../tables/index.ts'
import { dayNumber, isoDay, isoTime } from '../time/day.ts'
import { releaseRule, releaseTime } from '../time/release.ts'
import { asKnownAt, type Column, type KnownBasis, knownBases, type Versions } from '../values/column.ts'
import { groupedBy } from '../values/grouped.ts'
import { groupedPairs } from '../values/memoized.ts'
import { undeclaredJumps } from '../values/split-jump.ts'
import { preferredClosesSql, providerRows, providers } from './analysts/close-view.ts'
import { readVersions } from './observations.ts'
import { sqlQuoted, textListSql } from './sql.ts'
import { type Store, select, selectColumn, selectMap } from './store.ts'

/** Series of closes by their line. */
const listedSeries: ReadonlyMap<string, CloseSeries> = new Map(
  series.flatMap((row) => ('line' in row && row.line ? [[keyOf(row.line), row as CloseSeries]] : [])),
)
/** The registered series of a line (key). */
export const seriesOfLine = (key: string): CloseSeries | undefined => listedSeries.get(key)
const listedById: ReadonlyMap<string, CloseSeries> = new Map([...listedSeries.values()].map((row) => [row.id, row]))
type Line = CloseSeries['line']
function keyOf({ market, code }: Line): string {
  return `${market}:${code}`
}

/** Rows of a recording by table: values of series of closes, read from the bodies of one line, are closes of a provider like the others. */
export function moveClosesToTable(rows: Rows, feed: string): Rows {
  const { sighting = [] } = rows
  const own = sighting.filter(({ series: id }) => listedById.has(id))
  if (own.length === 0) return rows
  const close = own.map(({ series: id, period, value }): CloseRow => {
    const { line, unit, rule } = listedById.get(id)!
    const due = isoTime(releaseTime(releaseRule(rule), period))
    return { feed, market: line.market, line: line.code, session: isoDay(period), value, unit, shares: null, due_at: due }
  })
  return { ...rows, sighting: sighting.filter(({ series: id }) => !listedById.has(id)), close: [...(rows.close ?? []), ...close] }
}

/** The lines (keys) of which these recordings (ids) gave closes. */
export async function linesOfRecordings(store: Store, recordings: readonly string[]): Promise<Set<string>> {
  const lines = await selectColumn(
    store,
    `SELECT DISTINCT c.market || ':' || c.line AS line FROM close c JOIN recording r ON r.no = c.recording_no WHERE r.id IN ${textListSql('$1')}`,
    [JSON.stringify(recordings)],
  )
  return new Set(lines)
}

/** What makes lines of a list true in SQL, given as JSON of their keys in the parameter `$1`. */
const amongLines = `c.market || ':' || c.line IN ${textListSql('$1')}`

/**
 * Derives the series of closes among these lines (keys) again from all that providers gave. A close that looks like the first after a split
 * which nobody declares, and all later ones, are left out and named in quarantine; so is a session that providers give differently.
 */
export async function deriveCloses(store: Store, lines: readonly string[]): Promise<void> {
  const touched = lines.flatMap((key) => listedSeries.get(key) ?? [])
  if (touched.length === 0) return
  const run = (sql: string, given: readonly string[]) => store.connection.run(sql, [JSON.stringify(given)])
  const ids = touched.map(({ id }) => id)
  const named = `(VALUES ${touched
    .map((row) => {
      const from = row.company ? '0001-01-01' : firstSessionOf(row)
      return `(${[row.id, keyOf(row.line), row.unit, from].map(sqlQuoted).join(', ')})`
    })
    .join(', ')}) s(id, line, unit, from_day)`
  const everyFeed = providers.map(({ feed }) => feed)
  await run(
    `CREATE OR REPLACE TEMP TABLE closing_values AS
     SELECT s.id, s.unit AS own_unit, c.* FROM (${preferredClosesSql(amongLines, everyFeed)}) c JOIN ${named} ON s.line = c.market || ':' || c.line
     QUALIFY session >= CAST(from_day AS DATE) OR max(session) OVER (PARTITION BY s.id) < CAST(from_day AS DATE)`,
    touched.map(({ line }) => keyOf(line)),
  )
  await run(`DELETE FROM observation WHERE series IN ${textListSql('$1')}`, ids)
  await run(`DELETE FROM quarantine WHERE rule IN ('close-differs', 'close-jump') AND series IN ${textListSql('$1')}`, ids)
  await store.connection.run(`
    INSERT INTO observation
    SELECT id, session, value, unit, known_at, known_basis, recording, version, NULL FROM closing_values
    WHERE NOT differs AND unit = own_unit`)
  await store.connection.run(`
    INSERT INTO quarantine
    SELECT md5(concat_ws('|', v.id, session, 'close-differs')), any_value(v.recording), any_value(v.feed), v.id, 'close-differs',
           'providers give different closes of this session: ' || string_agg(DISTINCT c.feed || ' ' || c.value, ', ' ORDER BY c.feed || ' ' || c.value),
           CAST(session AS VARCHAR), any_value(r.made_at)
    FROM closing_values v JOIN recording r ON r.id = v.recording JOIN close c USING (market, line, session) WHERE v.differs
    GROUP BY v.id, session ON CONFLICT DO NOTHING`)
  await store.connection.run('DROP TABLE closing_values')
  const declared = await declaredSplits(
    store,
    touched.map(({ line }) => keyOf(line)),
  )
  const versions = await readVersions(store, ids)
  for (const row of touched.filter(({ company }) => !company)) {
    const all = versions.get(row.id)
    const jump = all && firstJump(row, asKnownAt(all, Number.POSITIVE_INFINITY), declared.get(keyOf(row.line)) ?? [])
    if (jump === undefined || jump === null) continue
    const values = [row.id, isoDay(jump)]
    await store.connection.run(
      `INSERT INTO quarantine
       SELECT md5(concat_ws('|', $1, 'close-jump')), o.recording, r.feed, $1, 'close-jump',
              'not loaded since ' || $2 || ': the price changed as in a split, and no split of that day is declared', $2 || ',' || o.value, r.made_at
       FROM observation o JOIN recording r ON r.id = o.recording WHERE o.series = $1 AND o.period = CAST($2 AS DATE) AND o.version = 1
       ON CONFLICT DO NOTHING`,
      values,
    )
    await store.connection.run('DELETE FROM observation WHERE series = $1 AND period >= CAST($2 AS DATE)', values)
  }
}

/** The first session after a move as in a split of two thirds or less, or in a consolidation, which nobody declares. */
function firstJump(row: CloseSeries, column: Column, declared: readonly DeclaredSplit[]): number | null {
  const sessions = [...splitsOf(row).map(({ session }) => dayNumber(session)!), ...declared.map(({ session }) => session)]
  const jumps = undeclaredJumps(column, [0, Number.POSITIVE_INFINITY], sessions)
  return jumps.find(({ ratio }) => ratio < 1 || ratio >= 3 / 2)?.day ?? null
}

/** New shares for an old one from a session (day number) on. */
export interface DeclaredSplit {
  readonly session: number
  readonly ratio: number
}

/** Splits of lines (keys) as providers declare them, oldest first; where two declare one of a session, that of the more preferred provider. */
export async function declaredSplits(store: Store, lines: readonly string[]): Promise<Map<string, DeclaredSplit[]>> {
  const rows = await select<{ line: string; session: number; ratio: number }>(
    store,
    `SELECT c.market || ':' || c.line AS line, datediff('day', DATE '1970-01-01', c.session)::INTEGER AS session,
            arg_min(c.ratio, p.rank) AS ratio
     FROM split c JOIN ${providerRows} ON p.feed = c.feed AND p.market = c.market WHERE ${amongLines}
     GROUP BY c.market, c.line, c.session ORDER BY c.session`,
    [JSON.stringify(lines)],
  )
  return groupedPairs(rows.map(({ line, ...split }) => [line, split]))
}

/**
 * Sessions (day numbers) of which each provider has given all it has: those with closes, and days without, such as holidays, that were asked for long
 * enough after them.
 */
export async function sessionsReadByProvider(store: Store): Promise<Map<string, ReadonlySet<number>>> {
  const rows = await select<{ feed: string; days: string }>(
    store,
    `SELECT feed, to_json(list(datediff('day', DATE '1970-01-01', session)::INTEGER)) AS days FROM (
       SELECT DISTINCT feed, session FROM close
       UNION SELECT feed, session FROM (
         SELECT feed, made_at, try_cast(regexp_replace(regexp_extract(url, '\\d{4}-?\\d\\d-?\\d\\d'), '(\\d{4})-?(\\d\\d)-?(\\d\\d)', '\\1-\\2-\\3') AS DATE) AS session
         FROM recording WHERE feed IN (${providers.map(({ feed }) => sqlQuoted(feed)).join(', ')}) AND status <> 'held' AND url NOT LIKE '%splits%')
       WHERE made_at > session + INTERVAL ${surelyGiven} DAY)
     GROUP BY feed`,
  )
  return new Map(rows.map(({ feed, days }) => [feed, new Set(JSON.parse(days) as number[])]))
}

/** Days after a session by which every provider that has it gives it. */
const surelyGiven = 5

/** Every version of every close of a line, and the newest session (day number) that providers give differently, with what each gives. */
export interface LineCloses {
  readonly versions: Versions
  readonly differs: { readonly session: number; readonly values: string } | null
}

/** Closes of lines (keys) by the most preferred of some providers (feeds). A line without any is left out. */
export async function closesOfLines(
  store: Store,
  lines: readonly string[],
  feeds: readonly string[] = providers.map(({ feed }) => feed),
): Promise<Map<string, LineCloses>> {
  const rows = await select<
    Record<'line' | 'unit' | 'feed' | 'values', string> &
      Record<'session' | 'value' | 'known', number> & { basis: KnownBasis; differs: boolean }
  >(
    store,
    `SELECT market || ':' || line AS line, unit, datediff('day', DATE '1970-01-01', session)::INTEGER AS session, value, epoch_ms(known_at)::DOUBLE AS known,
            known_basis AS basis, feed, differs,
            (SELECT string_agg(DISTINCT c.feed || ' ' || c.value, ', ') FROM close c
             WHERE v.differs AND c.market = v.market AND c.line = v.line AND c.session = v.session) AS values
     FROM (${preferredClosesSql(amongLines, feeds)}) v ORDER BY ALL`,
    [JSON.stringify(lines)],
  )
  const closes = new Map<string, LineCloses>()
  for (const [line, all] of groupedBy(rows, (row) => row.line)) {
    const stand = all.filter((row) => !row.differs).toSorted((a, b) => a.session - b.session || a.known - b.known)
    const last = all.findLast((row) => row.differs)
    closes.set(line, {
      versions: {
        ...{ series: line, unit: all[0]!.unit },
        period: Int32Array.from(stand, ({ session }) => session),
        value: Float64Array.from(stand, ({ value }) => value),
        known: Float64Array.from(stand, ({ known }) => known),
        basis: Uint8Array.from(stand, ({ basis }) => knownBases.indexOf(basis)),
        from: Uint8Array.from(stand, ({ feed }) => providers.findIndex((each) => each.feed === feed)),
      },
      differs: last === undefined ? null : { session: last.session, values: last.values },
    })
  }
  return closes
}

/** A hash of all closes and splits of each line, by its key. */
export function closeHashes(store: Store): Promise<Map<string, string>> {
  return selectMap(
    store,
    `SELECT market || ':' || line AS line, count(*) || ' ' || bit_xor(mark) AS mark
     FROM (SELECT market, line, hash(feed, session, value) AS mark FROM close
           UNION ALL SELECT market, line, hash('split', feed, session, ratio) FROM split)
     GROUP BY market, line`,
  )
}

/** When a list of all splits of a market was last read, a day number by market; a market without such a list is left out. */
export async function splitsReadByMarket(store: Store): Promise<Map<string, number>> {
  const [day] = await selectColumn<number | null>(
    store,
    `SELECT datediff('day', DATE '1970-01-01', max(made_at))::INTEGER FROM recording
     WHERE feed = 'massive-closes' AND url LIKE '%/v3/reference/splits%' AND status = 'loaded'`,
  )
  return new Map(day == null ? [] : [['us', day]])
}
