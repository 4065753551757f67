/** The value kept under a key, made the first time it is asked for. */
export function madeOnce<Key, Value>(kept: Map<Key, Value>, key: Key, make: () => Value): Value {
  let value = kept.get(key)
  if (value === undefined) {
    value = make()
    kept.set(key, value)
  }
  return value
}
