/** Opens the file of DuckDB named on the command line for writing, as a foreign tool does, says so, and holds it until its input ends. */
import { DuckDBInstance } from '@duckdb/node-api'

const instance = await DuckDBInstance.create(process.argv[2]!)
process.stdout.write('held\n')
process.stdin.resume()
process.stdin.on('end', () => {
  instance.closeSync()
  process.exit(0)
})
