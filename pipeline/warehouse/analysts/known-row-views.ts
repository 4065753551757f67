import { tables } from '../../tables/index.ts'
import type { Table } from '../../tables/table.ts'

/** Tables with rows that were due at a time. */
export const datedTables = (tables as readonly Table[]).filter(({ dueAt }) => dueAt !== undefined)
export const viewName = ({ name }: Table): string => `v_${name}`

/** Its columns but those that say which recording a row comes from. */
export const contentColumns = ({ columns, recording, recordedAt }: Table) =>
  columns.filter(([name]) => name !== recording && name !== recordedAt)

/**
 * Runs of consecutive recordings of a group (rows equal in `per`) that give the same row. A row is known from the first of its run on, unless
 * that was made more than a day after the row was due, and none of the group between: then from when it was due. The recording of the group
 * after the run ends it. A function of all recordings, so that the order of loading does not matter.
 */
function viewSql(table: Table): string {
  const { name, per = table.key ?? [], dueAt = '' } = table
  const group = per.join(', ')
  const content = contentColumns(table)
    .map(([column]) => column)
    .join(', ')
  return `WITH each AS (SELECT DISTINCT ${group}, recording FROM ${name}),
               turn AS (
                 SELECT each.*, r.made_at, row_number() OVER w AS nth, lag(r.made_at) OVER w AS before_at, lead(r.made_at) OVER w AS after_at
                 FROM each JOIN recording r ON r.id = each.recording WINDOW w AS (PARTITION BY ${group} ORDER BY r.made_at, r.id)),
               given AS (
                 SELECT *, nth - row_number() OVER (PARTITION BY ${content} ORDER BY nth) AS run
                 FROM ${name} JOIN turn USING (${group}, recording)),
               shown AS (
                 SELECT ${content}, min(made_at) AS seen_at, first(before_at ORDER BY nth) AS before_at, last(after_at ORDER BY nth) AS gone_at
                 FROM given GROUP BY ${content}, run)
          SELECT ${content},
                 CASE WHEN late THEN ${dueAt} ELSE seen_at END AS known_at,
                 CASE WHEN late THEN 'deadline' ELSE 'reported' END AS known_basis, gone_at
          FROM (SELECT *, seen_at > ${dueAt} + INTERVAL 1 DAY AND coalesce(before_at < ${dueAt}, true) AS late FROM shown)`
}

/** Of each of them its rows with when each became known and ceased to stand. */
export const knownRowViews = datedTables.map((table) => ({
  name: viewName(table),
  comment: `${table.comment.split(', in every version')[0]}, each with the time it became known and, if it no longer stands, until when it stood.`,
  columns: [
    ...contentColumns(table).map(([, , comment]) => comment),
    'When it became known (UTC).',
    'reported: time we first saw it; deadline: first seen later, so known when it was due.',
    'When a newer recording gave something else, or no longer gave it (UTC); null while it stands.',
  ],
  sql: viewSql(table),
}))
