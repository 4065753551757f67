/** Column of a view: its name, the SQL it is made of, its comment. */
export type SqlColumn = readonly [name: string, sql: string, comment: string]

export const selectSql = (columns: readonly SqlColumn[], from: string): string =>
  `SELECT ${columns.map(([as, sql]) => `${sql} AS ${as}`).join(', ')} FROM ${from}`

export const defineView = (name: string, comment: string, columns: readonly SqlColumn[], from: string) => ({
  name,
  comment,
  columns: columns.map(([, , says]) => says),
  sql: selectSql(columns, from),
})
