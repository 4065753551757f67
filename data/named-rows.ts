/** Rows by their names, as they are written: a name given twice does not compile. */
type Rows = Readonly<Record<string, object>>

/** Rows of a type, by the member that names them. */
export type RowsBy<Name extends string, Row> = Readonly<Record<string, Omit<Row, Name>>>

type NamedRow<Name extends string, Of extends Rows> = {
  [Key in keyof Of & string]: { readonly [Member in Name]: Key } & Of[Key]
}[keyof Of & string]

/** The rows in their order, each with its name as the member `name`. */
export const namedRows = <const Name extends string, const Of extends Rows>(name: Name, rows: Of) =>
  Object.entries(rows).map(([key, row]) => ({ [name]: key, ...row })) as unknown as readonly NamedRow<Name, Of>[]
