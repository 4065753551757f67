/** The value kept under a key, made the first time it is asked for. */
export function memoized<Key, Value>(kept: Map<Key, Value>, key: Key, make: () => Value): Value {
  let value = kept.get(key)
  if (value === undefined) {
    value = make()
    kept.set(key, value)
  }
  return value
}

/** Pairs -> what stands second, in their order, by what stands first. */
export function groupedPairs<T>(pairs: readonly (readonly [string, T])[]): Map<string, T[]> {
  const lists = new Map<string, T[]>()
  for (const [key, each] of pairs) memoized(lists, key, (): T[] => []).push(each)
  return lists
}
