import { companies } from '../../../data/companies.ts'
import type { DocumentViews, ViewColumn } from '../../documents/document-view.ts'
import { sqlQuoted } from '../sql.ts'
import { defineView, type SqlColumn } from './view.ts'

const text = (path: string): string => `document ->> '$.${path}'`
const holdsObject = (path: string): string => `json_type(document, '$.${path}') = 'OBJECT'`
const sqlTypes = { amount: 'DECIMAL(38,8)', number: 'DOUBLE', day: 'DATE', instant: 'TIMESTAMP' } as const

function sqlOf(type: ViewColumn[1], path: string): string {
  if (type === 'text') return text(path)
  if (type === 'age') return `CAST(as_of - CAST(${text(path)} AS DATE) AS INTEGER)`
  if (typeof type === 'string') return `CAST(${text(path)} AS ${sqlTypes[type]})`
  return `CASE WHEN ${holdsObject(type.unless)} THEN NULL ELSE coalesce(${text(path)}, ${sqlQuoted(type.otherwise)}) END`
}

const issuers = `(VALUES ${companies.map(({ ticker, id }) => `(${sqlQuoted(ticker)}, ${sqlQuoted(id)})`).join(', ')}) c(ticker, company)`

const head: readonly SqlColumn[] = [
  ['ticker', 'ticker', 'The company.'],
  ['company', 'company', 'The company, by its issuer id.'],
  ['company_name', text('company_name'), 'Its name.'],
  ['as_of', 'as_of', 'Day of the document, as known at the end of that day (UTC).'],
]
const foot: readonly SqlColumn[] = [
  ['computed_at', 'computed_at', 'Logical time of the run that computed it (UTC).'],
  ['version', 'version', '1 for the first version for the day.'],
  [
    'latest_version',
    'latest_version',
    'True for the latest version of each day; for the newest day see the view that ends in _latest.',
  ],
]

/** One row per company: what its document of its newest day has. A part that is not in that document is not taken from an older one. */
const newestDayOf = ({ name, comment, columns }: { name: string; comment: string; columns: string[] }, whole: string) => ({
  name: `${name}_latest`,
  comment: `${comment.replace(/ (?:of each company )?for each day/, '').replace(/[.:]/, ', on the newest day of each company$&')} Sums over companies are sums of this view.`,
  columns,
  sql: `FROM ${name} JOIN (SELECT ticker, max(as_of) AS as_of FROM ${whole} GROUP BY ticker) USING (ticker, as_of) WHERE latest_version`,
})

/**
 * The views of documents of companies: one of the whole documents, in every version, and one of each part that is declared; and each for the
 * newest day of a company alone.
 */
export function documentViews({ days, documents, whole, parts }: DocumentViews) {
  const all = {
    name: whole.view,
    comment: whole.comment,
    columns: [
      'The company.',
      'Day of the document, as known at the end of that day (UTC).',
      'The document, without its day, the day counts that depend on it and its timestamps.',
      ...foot.map(([, , comment]) => comment),
    ],
    sql: `SELECT ticker, as_of, document, computed_at, version, latest_version
          FROM (SELECT *, version = max(version) OVER (PARTITION BY ticker, as_of) AS latest_version FROM ${days})
          JOIN ${documents} ON id = said`,
  }
  const each = parts.map(({ view: name, comment, has, columns }) => {
    const made = columns.map(([column, type, path, says]): SqlColumn => [column, sqlOf(type, path), says])
    const where = has === null ? 'true' : 'object' in has ? holdsObject(has.object) : `json_exists(document, '$.${has.member}')`
    return defineView(
      name,
      comment,
      [...head, ...made, ...foot],
      `${whole.view} LEFT JOIN ${issuers} USING (ticker) WHERE ${where}`,
    )
  })
  return [all, ...each].flatMap((every) => [every, newestDayOf(every, whole.view)])
}
