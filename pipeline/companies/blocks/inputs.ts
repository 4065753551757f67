import type { RatioInput } from '../../documents/company/ratios.ts'
import type { RatioAmount } from '../figures/window.ts'

/** The amounts a block is calculated from, each once: what is calculated names their places, as many values share them. */
export class BlockInputs {
  readonly all: RatioInput[] = []
  readonly #places = new Map<string, number>()

  placesOf(inputs: readonly RatioAmount[]): number[] {
    return ratioInputs(inputs).map((input) => {
      const key = JSON.stringify(input)
      const place = this.#places.get(key) ?? this.all.push(input) - 1
      this.#places.set(key, place)
      return place
    })
  }
}

/** Amounts with the newest filing that each was taken from. */
export function ratioInputs(inputs: readonly RatioAmount[]): RatioInput[] {
  return inputs.map(({ line, period, value, figures }) => {
    const newest = figures.reduce((last, figure) => (figure.known > last.known ? figure : last))
    return { line, period, value, filing: newest.filing }
  })
}
