import { metricByName, type Prose } from '../../../data/metrics.ts'

/** How a metric is called inside a sentence: by its row, else by its title. */
export function nameOf({ metric, title }: { readonly metric: string; readonly title?: string }): Prose {
  const row = metricByName.get(metric)
  return row?.prose ?? { name: title ?? row?.title ?? metric }
}

/** A sentence begins with a capital; names that have their own spelling keep it. */
export { capitalised } from '../../documents/tones.ts'

/** `gold`, `gold and silver`, `gold, silver and copper`. */
export function joinWithAnd(names: readonly string[]): string {
  const [last, ...before] = names.toReversed()
  return before.length === 0 ? (last ?? '') : `${before.toReversed().join(', ')} and ${last}`
}
