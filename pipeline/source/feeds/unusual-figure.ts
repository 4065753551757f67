const marker = Buffer.from('"val"')
const last = marker.length - 1
/** How far a place that does not end a marker may be moved on, by its byte (Horspool 1980). */
const skips = new Uint8Array(256).fill(marker.length)
for (let at = 0; at < last; at++) skips[marker[at]!] = last - at

const [quote, colon, space, minus, point, comma, brace] = [...'": -.,}'].map((sign) => sign.charCodeAt(0))

/**
 * Whether the text of a body of company facts has any figure but those of up to 18 digits, and those of up to seven with up to eight
 * behind the point, in their two usual spacings. Looks at bytes: megabytes decoded to be looked at once would be garbage.
 */
export function hasUnusualFigure(body: Uint8Array): boolean {
  for (let at = last; at < body.length; at += skips[body[at]!]!)
    if (body[at] === quote && endsMarker(body, at) && !isUsual(body, at + 1)) return true
  return false
}

function endsMarker(body: Uint8Array, end: number): boolean {
  for (let back = 1; back <= last; back++) if (body[end - back] !== marker[last - back]) return false
  return true
}

function isUsual(body: Uint8Array, start: number): boolean {
  if (body[start] !== colon) return false
  const signed = body[start + 1] === space ? start + 2 : start + 1
  const whole = body[signed] === minus ? signed + 1 : signed
  let end = digitsEnd(body, whole)
  if (end === whole || end - whole > (body[end] === point ? 7 : 18)) return false
  if (body[end] === point) {
    const fraction = end + 1
    end = digitsEnd(body, fraction)
    if (end === fraction || end - fraction > 8) return false
  }
  return body[end] === comma || body[end] === brace
}

function digitsEnd(body: Uint8Array, start: number): number {
  let at = start
  while (body[at]! >= 48 && body[at]! <= 57) at++
  return at
}
