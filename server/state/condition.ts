import { BriefingError } from '../../pipeline/errors.ts'

/** How the state store stands, in words for operators that name no place and no secret. */
export interface StateCondition {
  readonly sound: boolean
  readonly detail: string
  /** Milliseconds since it is not sound; null where it is. */
  readonly unsoundMs: number | null
}

/** What is done to the store. The fault of an operation is over when the same operation has succeeded. */
export type StateOperation = 'open' | 'read' | 'write' | 'check'

const failures: Readonly<Record<StateOperation, string>> = {
  open: 'The state store cannot be opened',
  read: 'The state store cannot be read',
  write: 'The state store cannot be written',
  check: 'The state store cannot be checked',
}

/** What to do, by the driver's code or the system's. A code that begins alike counts: SQLITE_IOERR_SHMOPEN is an SQLITE_IOERR. */
const reasons: readonly (readonly [code: RegExp, reason: string])[] = [
  [/^SQLITE_NOTADB/, 'the file is not an SQLite database. Restore a backup: briefing state restore'],
  [/^SQLITE_CORRUPT/, 'the file is corrupt. Restore a backup: briefing state restore'],
  [/^SQLITE_READONLY/, 'the file or its folder is read-only. Correct its owner, its mode or the mount'],
  [/^EROFS/, 'its file system is read-only. Correct the mount'],
  [/^(EACCES|EPERM|SQLITE_PERM)/, 'permission is denied. Correct its owner or its mode'],
  [/^(SQLITE_FULL|ENOSPC)/, 'the disk is full. Free some space'],
  [
    /^SQLITE_CANTOPEN/,
    'the file or its folder is read-only, is owned by another user or is missing. Correct its owner, its mode or the mount',
  ],
  [/^SQLITE_BUSY/, 'another process has locked it. Retry'],
  [/^SQLITE_IOERR/, 'the disk reports an error'],
  [/^(ECONNREFUSED|ENOTFOUND|ETIMEDOUT|ECONNRESET)/, 'the database does not answer'],
  [/^57P/, 'the database is shut down or starting'],
  [/^28/, 'the database refuses the user or the password'],
  [/^3D000/, 'the database does not exist'],
  [/^25006/, 'the database is read-only'],
  [/^53100/, 'the disk of the database is full. Free some space'],
  [/^42/, 'its tables do not belong to this program'],
]

/** A store that is probed every quarter of a minute and has not answered for so long does not answer. */
const silentMs = 30_000

/** Remembers the last failure of each operation. */
export class StateWatch {
  readonly #faults = new Map<StateOperation, { readonly detail: string; readonly since: number }>()
  readonly #now: () => number
  /** When it last answered; null before it was opened. */
  #answeredAt: number | null = null
  readonly #begunAt: number

  /** @param now milliseconds that only go forward */
  constructor(now: () => number) {
    this.#now = now
    this.#begunAt = now()
  }

  /** An operation succeeded. */
  done(operation: StateOperation): void {
    if (operation !== 'check') this.#answeredAt = this.#now()
    this.#faults.delete(operation)
  }

  failed(operation: StateOperation, error: unknown): void {
    const since = this.#faults.get(operation)?.since ?? this.#now()
    this.#faults.set(operation, { detail: `${faultOf(operation, error)}.`, since })
  }

  condition(): StateCondition {
    const faults = [...this.#faults.values()]
    const now = this.#now()
    const unsound = (detail: string, since: number) => ({ sound: false, detail, unsoundMs: now - since })
    if (faults.length > 0)
      return unsound(faults.map(({ detail }) => detail).join(' '), Math.min(...faults.map(({ since }) => since)))
    if (this.#answeredAt === null) return unsound('The state store is not open yet.', this.#begunAt)
    const silent = now - this.#answeredAt
    if (silent > silentMs)
      return unsound(`The state store has not answered for ${Math.floor(silent / 1_000)} seconds.`, this.#answeredAt)
    return { sound: true, detail: 'Keys, limits and the ledger can be read and written.', unsoundMs: null }
  }
}

/** What an error comes to. Messages of drivers are repeated to nobody; ours are. */
function faultOf(operation: StateOperation, error: unknown): string {
  if (error instanceof BriefingError) return error.message
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
  const known = reasons.find(([begins]) => begins.test(code))?.[1]
  return `${failures[operation]}: ${known ?? (code === '' ? 'the database driver failed' : `the database driver reports ${code}`)}`
}
