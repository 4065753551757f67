import type { PreparedAnswer } from './prepared-answer.ts'

/** Bytes of answers kept for repeated requests: a repeated or conditional call costs no more than any other. */
const mostBytes = 16 * 1024 * 1024

/** Answers that were made for requests, those asked for last, up to a size. */
export class RecentAnswers {
  readonly #kept = new Map<string, { readonly answer: PreparedAnswer; readonly bytes: number }>()
  #bytes = 0

  get(name: string): PreparedAnswer | undefined {
    const kept = this.#kept.get(name)
    if (kept === undefined) return undefined
    this.#kept.delete(name)
    this.#kept.set(name, kept)
    return kept.answer
  }

  keep(name: string, answer: PreparedAnswer, bytes: number): void {
    if (this.#kept.has(name) || bytes > mostBytes) return
    this.#kept.set(name, { answer, bytes })
    this.#bytes += bytes
    for (const [oldest, dropped] of this.#kept) {
      if (this.#bytes <= mostBytes) break
      this.#kept.delete(oldest)
      this.#bytes -= dropped.bytes
    }
  }
}
