/** The chances given to each class on a day, and which came. */
export interface Judged {
  readonly chances: readonly number[]
  readonly came: number
}

/** Mean over days of the summed squared errors over classes: 0 is perfect, 2 the worst. */
export function brierOf(judged: readonly Judged[]): number {
  const error = ({ chances, came }: Judged) => chances.reduce((sum, chance, k) => sum + (chance - (k === came ? 1 : 0)) ** 2, 0)
  return judged.reduce((sum, each) => sum + error(each), 0) / judged.length
}

/** Ten buckets of probability, all classes pooled: what was said and how often it came. */
export function reliabilityOf(judged: readonly Judged[]): { n: number; said: number; came: number }[] {
  const sums = Array.from({ length: 10 }, () => ({ n: 0, said: 0, came: 0 }))
  for (const { chances, came } of judged)
    for (const [k, chance] of chances.entries()) {
      const bucket = sums[Math.min(9, Math.floor(10 * chance))]!
      bucket.n++
      bucket.said += chance
      bucket.came += k === came ? 1 : 0
    }
  return sums.map(({ n, said, came }) => ({ n, said: said / n, came: came / n }))
}

/** Mean distance of said and came over the buckets, by their counts. */
export function calibrationErrorOf(judged: readonly Judged[]): number {
  const buckets = reliabilityOf(judged).filter(({ n }) => n > 0)
  const all = buckets.reduce((sum, { n }) => sum + n, 0)
  return buckets.reduce((sum, { n, said, came }) => sum + (n * Math.abs(said - came)) / all, 0)
}

/** The chance that a day on which it came was given more than one on which it did not: 0.5 knows nothing. */
export function areaUnderCurve(figures: readonly number[], came: readonly boolean[]): number {
  const order = [...figures.keys()].sort((a, b) => figures[a]! - figures[b]!)
  let ranks = 0
  for (let i = 0; i < order.length; ) {
    let end = i
    while (end < order.length && figures[order[end]!] === figures[order[i]!]) end++
    for (let k = i; k < end; k++) if (came[order[k]!]) ranks += (i + end + 1) / 2
    i = end
  }
  const n = came.filter(Boolean).length
  return (ranks - (n * (n + 1)) / 2) / (n * (came.length - n))
}
