/** A function of objects whose result is computed once for each of them and kept as long as the object is. */
export function memoize<Key extends object, Made>(make: (key: Key) => Made): (key: Key) => Made {
  const kept = new WeakMap<Key, { readonly made: Made }>()
  return (key) => {
    const { made } = kept.get(key) ?? { made: make(key) }
    kept.set(key, { made })
    return made
  }
}

/** The same for what is read: a promise that rejects is forgotten, so that the next call tries again. */
export function memoizeRead<Key extends object, Read>(read: (key: Key) => Promise<Read>): (key: Key) => Promise<Read> {
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

/** What is made when it is first asked for, and kept. */
export function lazy<Made>(make: () => Made): () => Made {
  const resultOf = memoize((run: () => Made) => run())
  return () => resultOf(make)
}

/** Work that runs once at a time: whoever wants it meanwhile waits for the run under way. */
export function oneAtATime<Result>(work: () => Promise<Result>) {
  let underWay: Promise<Result> | null = null
  return {
    run: (): Promise<Result> =>
      (underWay ??= work().finally(() => {
        underWay = null
      })),
    /** Resolves when the run under way has ended. */
    ended: async (): Promise<void> => void (await underWay),
  }
}
