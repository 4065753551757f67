/** The thread that owns an SQLite file: `SqliteClient` starts it with the path, and is told with id 0 that it is open. */
import { parentPort, workerData } from 'node:worker_threads'
import { inOne } from './in-one.ts'
import { type Asked, failureOf, SqliteFile, type Told } from './sqlite-file.ts'

const port = parentPort!
const tell = inOne<Told>((all) => port.postMessage(all))

try {
  const file = new SqliteFile(workerData as string, tell)
  const close = async () => {
    await file.close()
    // after what was just told
    setImmediate(() => port.close())
  }
  port.on('message', (all: readonly (Asked | 'close')[]) => {
    for (const each of all)
      if (each === 'close') void close()
      else file.take(each)
  })
  tell({ id: 0, rows: [] })
} catch (error) {
  tell({ id: 0, failed: failureOf(error) })
}
