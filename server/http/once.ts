/** A function of objects whose result is computed once for each of them and kept as long as the object is. */
export function oncePer<Key extends object, Made>(make: (key: Key) => Made): (key: Key) => Made {
  const kept = new WeakMap<Key, { readonly made: Made }>()
  return (key) => {
    const { made } = kept.get(key) ?? { made: make(key) }
    kept.set(key, { made })
    return made
  }
}

/** The same for what is read: a promise that rejects is forgotten, so that the next call tries again. */
export function onceReadPer<Key extends object, Read>(read: (key: Key) => Promise<Read>): (key: Key) => Promise<Read> {
  const kept = new WeakMap<Key, Promise<Read>>()
  return (key) => {
    const before = kept.get(key)
    if (before !== undefined) return before
    const reading = read(key)
    kept.set(key, reading)
    reading.catch(() => kept.delete(key))
    return reading
  }
}
