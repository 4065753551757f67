import { Thread } from '../threads/thread.ts'
import type { Asked, Outcome } from './sqlite-file.ts'

/**
 * An SQLite file that is open in a thread of its own: nothing that is done to the file holds up this one. Statements run in the order they
 * are asked, but for those that wait for the transaction of another connection. An answer comes when the statement is done, and what it wrote,
 * or its transaction, is on disk; what fails is the driver's error.
 */
export class SqliteClient extends Thread<Asked, Outcome> {
  constructor(path: string) {
    super(new URL('./sqlite-thread.js', import.meta.url), path)
  }
}
