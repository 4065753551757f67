/** How long what a call opened can be read, and openings remembered at most. */
const lastsMs = 3_600_000
const mostKept = 10_000

interface Opening {
  bytes: number
  until: number
}

/**
 * What of files is left to be read of the calls that opened them. A call opens as many bytes of a file as it has, in whatever ranges they are
 * read, for an hour: whoever mounts a file reads it piece by piece, and whoever reads it again and again calls again.
 */
export class OpenedFiles {
  readonly #openings = new Map<string, Opening>()

  /** Takes bytes from what is open under a name; false, and nothing taken, where less is left. @param now milliseconds since 1970 */
  take(name: string, bytes: number, now: number): boolean {
    const opening = this.#openings.get(name)
    if (opening === undefined || opening.until <= now || opening.bytes < bytes) return false
    opening.bytes -= bytes
    return true
  }

  /** Adds what a call opens, without what it reads itself. */
  open(name: string, bytes: number, now: number): void {
    const before = this.#openings.get(name)
    const left = before === undefined || before.until <= now ? 0 : before.bytes
    this.#openings.delete(name)
    this.#openings.set(name, { bytes: left + bytes, until: now + lastsMs })
    if (this.#openings.size > mostKept) this.#openings.delete(this.#openings.keys().next().value!)
  }
}
