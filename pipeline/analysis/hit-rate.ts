/** An outcome weighs half as much after this many windows. */
const halvedAfter = 60

/** The wider rate weighs as much as this many windows of the narrower one that is drawn towards it. */
export const heldBack = 20

/** How often something held. Counts are in windows: outcomes of overlapping windows share one. */
export class HitRate {
  readonly #windowDays: number
  #hits = 0
  #windows = 0
  #day = 0

  /** @param kept what `toJSON` gave of an earlier one, to go on from */
  constructor(windowDays: number, kept: readonly number[] = []) {
    this.#windowDays = windowDays
    ;[this.#hits = 0, this.#windows = 0, this.#day = 0] = kept
  }

  toJSON(): [hits: number, windows: number, day: number] {
    return [this.#hits, this.#windows, this.#day]
  }

  /** Counts an outcome that became known on `day`, not before those counted already, as that many windows. */
  count(held: boolean, windows: number, day: number): void {
    const kept = this.#kept(day)
    this.#hits = this.#hits * kept + (held ? windows : 0)
    this.#windows = this.#windows * kept + windows
    this.#day = day
  }

  /** The rate drawn towards `rate`, as it stands on `day`. */
  towards(rate: number, day: number): number {
    const kept = this.#kept(day)
    return (this.#hits * kept + heldBack * rate) / (this.#windows * kept + heldBack)
  }

  /** What the windows counted weigh on `day`. */
  windows(day: number): number {
    return this.#windows * this.#kept(day)
  }

  /** The rate of what was counted alone; 0 of nothing. */
  get share(): number {
    return this.#windows === 0 ? 0 : this.#hits / this.#windows
  }

  #kept(day: number): number {
    return 0.5 ** ((day - this.#day) / (halvedAfter * this.#windowDays))
  }
}
