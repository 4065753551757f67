import { closeProviders } from '../../../data/close-providers.ts'
import { commonUnits } from '../../../data/units.ts'
import { eventTable } from '../../tables/event.ts'
import { newsRecordTable } from '../../tables/news.ts'
import { calibrationTable, correlationTable, regimeTable } from '../../tables/published.ts'
import { stakeTable } from '../../tables/stake.ts'
import type { Column as Declared, Table } from '../../tables/table.ts'
import { sqlQuoted } from '../sql.ts'
import { newsRelation } from './news-relation.ts'
import { defineView, type SqlColumn } from './view.ts'

const units = `(VALUES ${commonUnits
  .map(({ source, unit, divisor, upstream }) => {
    const only = upstream === null ? 'NULL' : sqlQuoted(upstream)
    return `(${sqlQuoted(source)}, ${sqlQuoted(unit)}, CAST(${divisor} AS DOUBLE), ${only})`
  })
  .join(', ')})`

/** Columns of a table under their own names; those after `version` are the view's own affair. */
const declared = ({ columns }: Table, from: string): SqlColumn[] =>
  columns.map(([name, , comment]: Declared) => [name, `${from}.${name}`, name === 'version' ? 'Version.' : comment])

/** Rows of a table of documents in their latest version for each day. */
const latest = (table: Table, names: readonly string[]): string =>
  `(FROM ${table.name} QUALIFY row_number() OVER (PARTITION BY ${names.join(', ')} ORDER BY version DESC) = 1)`

/** Runs of equal labels on consecutive days, numbered; `before` is the label of the day before the row, null where that day has none. */
const runs = `(
    SELECT *, sum(CASE WHEN before = label THEN 0 ELSE 1 END) OVER (PARTITION BY briefing ORDER BY as_of) AS run FROM (
      SELECT briefing, as_of, label,
             CASE WHEN lag(as_of) OVER w = as_of - 1 THEN lag(label) OVER w END AS before
      FROM briefing_state WINDOW w AS (PARTITION BY briefing ORDER BY as_of)))`

const wholeRun = 'OVER (PARTITION BY briefing, run ORDER BY as_of ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING)'

/** How each series was read, and when that was last, of all. */
const readings = `(
    SELECT o.series, count(DISTINCT r.id) AS recordings, min(r.made_at) AS first_at, max(r.made_at) AS newest_at, arg_max(r.url, r.made_at) AS newest_url, arg_max(r.feed, r.made_at) AS newest_feed
    FROM observation o JOIN recording r ON r.id = o.recording GROUP BY o.series)`

const meanLoss = (column: string) => `avg((${column} - came_true::INTEGER) ** 2)`

/** What analysts of the warehouse ask for: states, the regime, correlations, calibration, sources, and values in one unit per concept. */
export const analystViews = [
  defineView(
    'v_labels',
    'The state of each briefing on each day evaluated, with the day it began and the previous state. Days that are not over are not in it.',
    [
      ['briefing', 'briefing', 'The briefing.'],
      ['as_of', 'as_of', 'The day, as known at its end (UTC).'],
      ['label', 'label', 'Its state; unknown if it could not be determined.'],
      ['since', `min(as_of) ${wholeRun}`, 'First day of the run of days with this state.'],
      ['previous', `first_value(before) ${wholeRun}`, 'The previous state; null if the day before the run was not evaluated.'],
      [
        'since_at_least',
        `first_value(before) ${wholeRun} IS NULL`,
        'True if the state may have begun earlier: the day before the run was not evaluated.',
      ],
    ],
    runs,
  ),
  defineView(
    'v_regime',
    'The regime of each day published or backfilled, latest version.',
    declared(regimeTable, 'r'),
    `${latest(regimeTable, ['as_of'])} r`,
  ),
  defineView(
    'v_correlations',
    'Correlations of pairs of metrics for each day published or backfilled, latest version.',
    [['pair', "c.a || ' / ' || c.b", 'Both metrics, as one text.'], ...declared(correlationTable, 'c')],
    `${latest(correlationTable, ['a', 'b', 'as_of'])} c`,
  ),
  defineView(
    'v_calibration',
    'How the past confidence scores of each metric compare with outcomes, on the newest day computed. Scores of different metrics share days: rows are not independent of each other.',
    [['title', 'm.title', 'Title of the metric.'], ...declared(calibrationTable, 'c')],
    `(FROM ${latest(calibrationTable, ['metric', 'as_of'])} QUALIFY as_of = max(as_of) OVER (PARTITION BY metric)) c
     LEFT JOIN metric m ON m.metric = c.metric`,
  ),
  defineView(
    'v_sources',
    'Every series with its source, its newest value and how fresh that is, judged at the time of the newest recording.',
    [
      ['series', 's.id', 'The series.'],
      ['title', 's.title', 'What the series measures.'],
      [
        'upstream',
        's.upstream',
        'Organisation that publishes it (upstream.id); providers for closes, of which v_close names the feed.',
      ],
      [
        'licence',
        'u.licence',
        'Resale of documents based on it: free, attribution or licence (requires a licence); of closes that of the newest provider.',
      ],
      ['newest_period', 'l.period', 'Its newest period; null if it has no value.'],
      ['known_at', 'l.known_at', 'When the newest value became known (UTC).'],
      ['next_due_at', 'n.due_at', 'When the next value is due (UTC); null if it has no schedule.'],
      ['late_at', 'n.late_at', 'When the series is late unless a newer value comes (UTC).'],
      ['stale_at', 'n.stale_at', 'When it is stale (UTC).'],
      [
        'freshness',
        "CASE WHEN l.period IS NULL THEN 'missing' WHEN j.judged_at >= n.stale_at THEN 'stale' WHEN j.judged_at >= n.late_at THEN 'late' WHEN n.late_at IS NOT NULL THEN 'fresh' END",
        'fresh, late or stale at judged_at; missing if it has no value; null until a refresh has judged the newest value.',
      ],
      [
        'judged_at',
        'j.judged_at',
        'Time of the newest recording of all (UTC). For another time, compare it with late_at and stale_at.',
      ],
      ['recordings', 'coalesce(r.recordings, 0)', 'Number of recordings that changed it.'],
      ['first_at', 'r.first_at', 'Time of the first (UTC).'],
      ['newest_at', 'r.newest_at', 'Time of the latest (UTC).'],
      ['newest_url', 'r.newest_url', 'URL of the latest.'],
    ],
    `series s LEFT JOIN v_latest l ON l.series = s.id
     LEFT JOIN next_release n ON n.series = s.id AND n.period = l.period LEFT JOIN ${readings} r ON r.series = s.id
     LEFT JOIN (VALUES ${closeProviders.map(({ feed, upstream }) => `(${sqlQuoted(feed)}, ${sqlQuoted(upstream)})`).join(', ')}) p(feed, upstream) ON p.feed = r.newest_feed
     LEFT JOIN upstream u ON u.id = CASE WHEN s.upstream = 'providers' THEN p.upstream ELSE s.upstream END
     CROSS JOIN (SELECT max(made_at) AS judged_at FROM recording) j`,
  ),
  defineView(
    'v_observations',
    'The table observation with one unit per concept, whichever source publishes it, and the unit of the source next to it.',
    [
      ['series', 'o.series', 'The series.'],
      ['period', 'o.period', 'The period the value describes.'],
      ['value', 'o.value / coalesce(u.divisor, 1)', 'The value, in the unit given.'],
      [
        'unit',
        'coalesce(u.unit, o.unit)',
        'Unit of the value, the same for all series of a concept: balances in USD bn, hash rates in EH/s. Prices and market values stay in USD.',
      ],
      ['source_value', 'o.value', 'The value as the source publishes it.'],
      ['source_unit', 'o.unit', 'Unit of the source, such as USD mn.'],
      ['known_at', 'o.known_at', 'When the value became known (UTC).'],
      ['known_basis', 'o.known_basis', 'filed, reported or deadline.'],
      ['recording', 'o.recording', 'The recording it comes from.'],
      ['version', 'o.version', '1 for the first value of a period; increases with each revision.'],
      ['vintage', 'o.vintage', 'For a value of a later vintage, when it was first seen (UTC).'],
    ],
    `observation o JOIN series s ON s.id = o.series
     LEFT JOIN ${units} u(source, unit, divisor, upstream) ON u.source = o.unit AND coalesce(u.upstream, s.upstream) = s.upstream`,
  ),
  defineView(
    'v_event',
    'Change events in the order of their publication: what changed, when, and what to read.',
    [
      ['concerns', 'coalesce(e.briefing, e.release, e.company)', 'The briefing, release or company it is about.'],
      ...declared(eventTable, 'e'),
    ],
    'event e ORDER BY e.cursor',
  ),
  defineView(
    'v_record',
    'Statistics of the forward record: stakes in groups, all together and by horizon, month or methodology version. Windows overlap: GET /api/record has intervals that take this into account.',
    [
      [
        'about',
        "CASE WHEN metric IS NULL THEN 'regime' WHEN way = 0 THEN 'neutral' ELSE 'signals' END",
        'signals of a direction, neutral ones, or regime for its probabilities.',
      ],
      ['entered', 'entered', 'published: when its document was published; after: later, from a past edition.'],
      [
        'grouped_by',
        "CASE WHEN grouping(horizon_days) = 0 THEN 'horizon' WHEN grouping(month) = 0 THEN 'month' WHEN grouping(method) = 0 THEN 'method' ELSE 'all' END",
        'all, horizon, month or method.',
      ],
      ['horizon_days', 'horizon_days', 'Days ahead; null unless grouped by horizon.'],
      ['month', 'month', 'First day of the month of the document; null unless grouped by month.'],
      ['method', 'method', 'Methodology version; null unless grouped by method.'],
      ['stakes', 'count(*)', 'Stakes.'],
      ['unresolved', 'count(*) - count(came_true)', 'Stakes without an outcome so far.'],
      [
        'hit_rate',
        'avg(came_true::INTEGER) FILTER (called)',
        'Share of graded signals, or of the most likely regimes, that came true.',
      ],
      ['brier', meanLoss('probability'), 'Brier score: mean squared error of the probabilities; lower is better.'],
      ['base_brier', meanLoss('base'), 'Brier score of the base rates staked with them.'],
      ['persistence_brier', meanLoss('persistence'), 'Brier score of persistence.'],
      ['skill', `1 - ${meanLoss('probability')} / nullif(${meanLoss('base')}, 0)`, 'Brier skill over the base rate.'],
      [
        'persistence_skill',
        `1 - ${meanLoss('probability')} / nullif(${meanLoss('persistence')}, 0)`,
        'Brier skill over persistence.',
      ],
    ],
    `(SELECT *, date_trunc('month', as_of)::DATE AS month FROM ${stakeTable.name})
     GROUP BY GROUPING SETS ((about, entered), (about, entered, horizon_days), (about, entered, month), (about, entered, method))`,
  ),
  defineView(
    'v_news',
    'Company filings and official documents, one row per record, from the list that tells most of it.',
    [
      ...declared(newsRecordTable, 'n').filter(([name]) => name !== 'known_at'),
      ['known_at', 'n.known_at', 'Time of the first recording of any list that names it (UTC).'],
      ['companies', 'list_transform(n.companies, lambda c: c.company)', 'The companies it is about, by issuer id.'],
      ['names', 'list_transform(n.companies, lambda c: c.name)', 'Their names as the list writes them, in the same order.'],
      ['withdrawn', 'n.withdrawn', 'True if a later list says that it was withdrawn.'],
      ['corrected', 'n.corrected', 'True if a later list corrected its entry.'],
    ],
    `${newsRelation()} n`,
  ),
  defineView(
    'v_body_field',
    'Fields of the bodies of each feed, one row per feed, kind of request and path. One that came, went or changed its type is listed by briefing status.',
    [
      ['feed', 'feed', 'The feed.'],
      ['request', 'request', 'Kind of request: host, path and query, with * for what changes from one request to the next.'],
      [
        'field',
        'entry.key',
        'Path of the field; [] for the items of an array, * for keys that are data; empty for the body itself.',
      ],
      ['types', 'list_sort(list_distinct(flatten(list(entry.value))))', 'Types seen; absent if it was left out of some items.'],
      ['first_seen', 'min(first_seen)', 'Time of the earliest recording with the field (UTC).'],
      ['last_seen', 'max(last_seen)', 'Time of the latest (UTC).'],
    ],
    '(SELECT * EXCLUDE (fields), unnest(map_entries(fields::MAP(VARCHAR, VARCHAR[]))) AS entry FROM body_shape) GROUP BY feed, request, entry.key',
  ),
]
