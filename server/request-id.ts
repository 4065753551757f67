/**
 * Ids for requests: a prefix that tells server processes apart, and a counter. Unique within a process, never read from a request, and
 * cheap enough for every answer.
 */
export function requestIds(prefix: string): () => string {
  let count = 0
  return () => {
    count += 1
    return `${prefix}-${count.toString(36)}`
  }
}
