import { memoized } from '../values/memoized.ts'

/** Items by a key, in their order. */
export function groupedBy<Item, Key>(items: Iterable<Item>, keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>()
  for (const item of items) memoized(groups, keyOf(item), (): Item[] => []).push(item)
  return groups
}
