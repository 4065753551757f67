/** A cache by name that keeps what was used last, up to a number of bytes. */
export class LruCache<Kept> {
  readonly #mostBytes: number
  readonly #kept = new Map<string, { readonly one: Kept; readonly bytes: number }>()
  #bytes = 0

  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes
  }

  get(name: string): Kept | undefined {
    const kept = this.#kept.get(name)
    if (kept === undefined) return undefined
    this.#kept.delete(name)
    this.#kept.set(name, kept)
    return kept.one
  }

  keep(name: string, one: Kept, bytes: number): void {
    if (this.#kept.has(name) || bytes > this.#mostBytes) return
    this.#kept.set(name, { one, bytes })
    this.#bytes += bytes
    for (const [oldest, dropped] of this.#kept) {
      if (this.#bytes <= this.#mostBytes) break
      this.#kept.delete(oldest)
      this.#bytes -= dropped.bytes
    }
  }
}
