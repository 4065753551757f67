/** Opens the analysts' file named on the command line over and over, each time as a newcomer would, until its input ends; prints a line each time. */
import { DuckDBInstance } from '@duckdb/node-api'

let stopping = false
process.stdin.resume()
process.stdin.on('end', () => {
  stopping = true
})
let newest = 0
while (!stopping) {
  const instance = await DuckDBInstance.create(process.argv[2]!, { access_mode: 'READ_ONLY' })
  const connection = await instance.connect()
  const rows = (
    await connection.runAndReadAll('SELECT count(*)::INTEGER, count(DISTINCT recording)::INTEGER FROM observation')
  ).getRows()
  const [count, recordings] = rows[0] as [number, number]
  if (count < newest || recordings < 1) throw new Error(`saw ${count} rows of ${recordings} recordings after ${newest}`)
  newest = count
  connection.closeSync()
  instance.closeSync()
  process.stdout.write(`${count}\n`)
}
