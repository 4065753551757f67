import { documentTables, type FiledRows } from '../../tables/company-document.ts'
import type { Table } from '../../tables/table.ts'
import { amongCompaniesSql } from '../sql.ts'
import { type Store, select, selectMap } from '../store.ts'
import { filedOnView } from './company-views.ts'

const rowsIn = ({ name, columns }: Table, batch: string) => {
  const given = columns.filter(([column]) => column !== 'recording').map(([column]) => column)
  return `SELECT company, filing, recording, '${name}' AS "table", to_json({${given.map((column) => `${column}: ${column}`).join(', ')}}) AS row FROM ${name} WHERE ${batch}`
}

/** Rows of filed documents with the day they were filed: by what names the filing, else that of the first recording. */
const allIn = (batch: string) => `
  WITH said AS MATERIALIZED (${documentTables.map((table) => rowsIn(table, batch)).join(' UNION ALL ')}),
    listed AS (
      SELECT s.company, s.filing, f.filed FROM (SELECT DISTINCT company, filing FROM said) s
      LEFT JOIN (FROM ${filedOnView.name} WHERE ${batch}) f USING (company, filing)),
    -- company facts are many: they are looked through once, and for what nothing else names
    stated AS (
      SELECT company, filing, min(filed) AS filed FROM company_fact
      WHERE (company, filing) IN (SELECT (company, filing) FROM listed WHERE filed IS NULL AND company LIKE 'us:%') GROUP BY ALL)
  SELECT s.company, s."table", s.row,
         datediff('day', DATE '1970-01-01', coalesce(l.filed, c.filed, r.made_at::DATE))::INTEGER AS known
  FROM said s JOIN listed l USING (company, filing) LEFT JOIN stated c USING (company, filing) JOIN recording r ON r.id = s.recording`

/** What the documents of each company (issuer ids) say. */
export async function filedRows(store: Store, companies: readonly string[]): Promise<ReadonlyMap<string, FiledRows>> {
  const rows = await select<{ company: string; table: keyof FiledRows; row: string; known: number }>(
    store,
    `SELECT company, "table", CAST(row AS VARCHAR) AS row, known FROM (${allIn(amongCompaniesSql(companies))}) ORDER BY known, row`,
  )
  const none = (): Record<keyof FiledRows, object[]> =>
    Object.fromEntries(documentTables.map(({ name }) => [name, [] as object[]])) as Record<keyof FiledRows, object[]>
  const all = new Map(companies.map((company) => [company, none()]))
  for (const { company, table, row, known } of rows) all.get(company)![table].push({ ...JSON.parse(row), known })
  return all as unknown as ReadonlyMap<string, FiledRows>
}

/** A hash of the rows of each company that were known by a day (YYYY-MM-DD); companies without any have none. */
export function documentHashes(store: Store, day: string): Promise<ReadonlyMap<string, string>> {
  return selectMap(
    store,
    `SELECT company, count(*) || ' ' || bit_xor(hash("table", CAST(row AS VARCHAR), known)) AS mark FROM (${allIn('true')})
     WHERE known <= datediff('day', DATE '1970-01-01', CAST($1 AS DATE)) GROUP BY company`,
    [day],
  )
}
