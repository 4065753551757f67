const lineFeed = 10
const space = 32

/**
 * A JSON text on one line, which a reader takes by looking for its end instead of counting braces; the body itself where it is on one
 * already. Line feeds stand between tokens only: in a string they are not JSON.
 */
export function oneLine(body: Uint8Array): Uint8Array {
  const first = body.indexOf(lineFeed)
  if (first === -1 || first === body.length - 1) return body
  const line = Uint8Array.from(body)
  for (let at = first; at < line.length; at++) if (line[at] === lineFeed) line[at] = space
  return line
}
