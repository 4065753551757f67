/** A function of objects whose result is computed once for each of them and kept as long as the object is. */
export function oncePer<Key extends object, Made>(make: (key: Key) => Made): (key: Key) => Made {
  const kept = new WeakMap<Key, { readonly made: Made }>()
  return (key) => {
    const { made } = kept.get(key) ?? { made: make(key) }
    kept.set(key, { made })
    return made
  }
}
