/** Column of a view: its name, the SQL it is made of, its comment. */
export type Column = readonly [name: string, sql: string, comment: string]

export const selectOf = (columns: readonly Column[], from: string): string =>
  `SELECT ${columns.map(([as, sql]) => `${sql} AS ${as}`).join(', ')} FROM ${from}`

export const view = (name: string, comment: string, columns: readonly Column[], from: string) => ({
  name,
  comment,
  columns: columns.map(([, , says]) => says),
  sql: selectOf(columns, from),
})
