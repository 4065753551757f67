/** How many items are worked on at a time: of all kinds, and of one. */
export interface WindowWidth {
  readonly all: number
  readonly each: number
}

/**
 * Runs `work` over `items`, the kind with the fewest under way first, so that a long row of one kind holds up no other. Results come in the
 * order of the items, whichever ends first; the first failure rejects. Deterministic: it depends on nothing but the order in which work ends.
 */
export async function mapInFairWindow<T, R>(
  { all, each }: WindowWidth,
  items: readonly T[],
  kindOf: (item: T) => string,
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const results = new Array<R>(items.length)
  const waiting = new Map<string, number[]>()
  for (const [at, item] of items.entries()) {
    const kind = kindOf(item)
    if (!waiting.has(kind)) waiting.set(kind, [])
    waiting.get(kind)!.push(at)
  }
  const underWay = new Map([...waiting.keys()].map((kind) => [kind, 0]))
  const count = (kind: string) => underWay.get(kind)!
  /** The kind whose turn it is; undefined where none waits, or all that wait have as many under way as they may. */
  const turn = (): string | undefined => {
    let chosen: string | undefined
    for (const [kind, places] of waiting)
      if (places.length > 0 && count(kind) < (chosen === undefined ? each : count(chosen))) chosen = kind
    return chosen
  }
  const lane = async () => {
    for (let kind = turn(); kind !== undefined; kind = turn()) {
      const at = waiting.get(kind)!.shift()!
      underWay.set(kind, count(kind) + 1)
      results[at] = await work(items[at]!)
      underWay.set(kind, count(kind) - 1)
    }
  }
  await Promise.all(Array.from({ length: Math.min(all, items.length) }, lane))
  return results
}
