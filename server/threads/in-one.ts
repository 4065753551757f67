/**
 * Collects what is given in one turn of the event loop and hands it on in one piece: a message wakes the other thread, and that costs more
 * than what it says.
 */
export function inOne<T>(hand: (all: readonly T[]) => void): (one: T) => void {
  let collected: T[] = []
  return (one) => {
    if (collected.push(one) > 1) return
    setImmediate(() => {
      const all = collected
      collected = []
      hand(all)
    })
  }
}
