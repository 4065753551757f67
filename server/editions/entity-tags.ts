/** Whether an If-None-Match names this entity tag: any of a list, weak or strong, or `*` (RFC 9110 13.1.2, weak comparison). */
export function matchesEntityTag(header: string, etag: string): boolean {
  if (header === etag || header.trim() === '*') return true
  for (const [tag] of header.matchAll(/"[\x21\x23-\x7e\x80-\xff]*"/g)) if (tag === etag) return true
  return false
}
