import type { RatioInput } from '../../documents/company/ratios.ts'
import type { Input } from '../figures/window.ts'

/** The amounts a block is calculated from, each once: what is calculated names their places, as many values share them. */
export class Inputs {
  readonly all: RatioInput[] = []
  readonly #places = new Map<string, number>()

  placesOf(inputs: readonly Input[]): number[] {
    return inputsOf(inputs).map((input) => {
      const key = JSON.stringify(input)
      const place = this.#places.get(key) ?? this.all.push(input) - 1
      this.#places.set(key, place)
      return place
    })
  }
}

/** Amounts with the newest filing that each was taken from. */
export function inputsOf(inputs: readonly Input[]): RatioInput[] {
  return inputs.map(({ line, period, value, figures }) => {
    const newest = figures.reduce((last, figure) => (figure.known > last.known ? figure : last))
    return { line, period, value, filing: newest.filing }
  })
}
