import { type CloseProvider, closeProviders, closeTolerance } from '../../../data/close-providers.ts'
import { sqlQuoted } from '../sql.ts'
import { defineView } from './view.ts'

export const providers: readonly CloseProvider[] = closeProviders

/** Providers by market, in order of preference. */
export const providerRows = `(VALUES ${providers
  .flatMap(({ feed, venues, decimals }, rank) =>
    Object.entries(venues).map(
      ([market, venue]) => `(${sqlQuoted(feed)}, ${sqlQuoted(market)}, ${sqlQuoted(venue)}, ${rank}, ${0.5 * 10 ** -decimals})`,
    ),
  )
  .join(', ')}) p(feed, market, venue, rank, half_unit)`

/**
 * One value a session of each line: that of the most preferred provider among `feeds`. A value that a provider gives instead of an earlier one
 * is known when it was seen; the first one when it was seen, or, seen more than a day after it was due, when it was due. `differs`: providers
 * of one venue, those that are not among `feeds` too, give values further apart than rounding, so that none of them can stand.
 *
 * @param where a condition on the columns of the table `close`, as `c`
 * @returns SQL of rows of market, line, session, value, unit, shares, feed, known_at, known_basis, recording_no, version, differs
 */
export const preferredClosesSql = (where: string, feeds: readonly string[]): string => `
  WITH given AS (
    SELECT c.*, r.made_at, r.id AS recording, p.venue, p.half_unit,
           CASE WHEN c.feed IN (${feeds.map(sqlQuoted).join(', ') || 'NULL'}) THEN p.rank END AS rank,
           row_number() OVER (of_feed ORDER BY r.made_at, r.id, c.value) AS version,
           last_value(c.value) OVER (of_feed ORDER BY r.made_at, r.id, c.value ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING) AS newest
    FROM close c JOIN recording r ON r.no = c.recording_no JOIN ${providerRows} ON p.feed = c.feed AND p.market = c.market
    WHERE ${where}
    WINDOW of_feed AS (PARTITION BY c.market, c.line, c.session, c.feed)),
  compared AS (
    SELECT *, max(newest) OVER of_venue - min(newest) OVER of_venue
                > max(half_unit) OVER of_venue + ${closeTolerance} * max(newest) OVER of_venue + 1e-9 AS differs,
           min(rank) OVER (PARTITION BY market, line, session) AS first_rank
    FROM given WINDOW of_venue AS (PARTITION BY market, line, session, venue))
  SELECT market, line, session, value, unit, shares, feed,
         CASE WHEN late THEN due_at ELSE made_at END AS known_at, CASE WHEN late THEN 'deadline' ELSE 'reported' END AS known_basis,
         recording_no, recording, version, differs
  FROM (SELECT *, version = 1 AND made_at > due_at + INTERVAL 1 DAY AS late FROM compared WHERE rank = first_rank)`

export const closeView = defineView(
  'v_close',
  'One close per session of each listed line, by the most preferred provider that gives it, in every version, each with the time it became known. Sessions that providers of one venue give differently are left out.',
  [
    ['market', 'market', 'us, jp, kr, in or eu, as in issuer ids.'],
    ['line', 'line', 'The listed line as of the session.'],
    ['session', 'session', 'Day of the session.'],
    ['value', 'value', 'Close as traded, in the unit given.'],
    ['unit', 'unit', 'ISO code of its currency.'],
    ['feed', 'feed', 'The provider it is from.'],
    ['known_at', 'known_at', 'When it became known (UTC).'],
    ['known_basis', 'known_basis', 'reported: time we first saw it; deadline: first seen later, so known when it was due.'],
    ['version', 'version', '1 for the first value; increases with each correction by that provider.'],
  ],
  `(${preferredClosesSql(
    'true',
    providers.map(({ feed }) => feed),
  )}) WHERE NOT differs`,
)
