/** The command `duckdb -readonly FILE [SQL]` of the docs, for machines without it: prints one row a line, in JSON. */
import { parseArgs } from 'node:util'
import { DuckDBInstance } from '@duckdb/node-api'

// DuckDB's command takes long options with one dash
const args = process.argv.slice(2).map((word) => (word === '-readonly' ? '--readonly' : word))
const { values, positionals } = parseArgs({ args, options: { readonly: { type: 'boolean' } }, allowPositionals: true })
const [file, sql] = positionals
const instance = await DuckDBInstance.create(file!, values.readonly ? { access_mode: 'READ_ONLY' } : {})
const connection = await instance.connect()
if (sql !== undefined) {
  const answer = await connection.runAndReadAll(sql)
  for (const row of answer.getRowObjectsJson()) console.log(JSON.stringify(row))
}
connection.closeSync()
instance.closeSync()
