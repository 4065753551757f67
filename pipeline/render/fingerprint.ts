import { createHash } from 'node:crypto'
import canonicalize from 'canonicalize'

/**
 * The document with the time its content was first computed and its fingerprint: `sha256:` and the hex SHA-256 of the UTF-8 bytes of its
 * RFC 8785 canonical JSON without the member `fingerprint`.
 *
 * @param computedAt RFC 3339 UTC
 */
export function withFingerprint<Draft extends object>(
  document: Draft,
  computedAt: string,
): Draft & { computed_at: string; fingerprint: string } {
  const dated = { ...document, computed_at: computedAt }
  return { ...dated, fingerprint: `sha256:${sha256Of(dated, ['fingerprint'])}` }
}

/**
 * What a document says, whenever it was computed: the hex SHA-256 of its canonical JSON without `computed_at` and `fingerprint`. Two runs
 * with equal content hashes have nothing new to publish.
 */
export function contentHash(document: object): string {
  return sha256Of(document, ['computed_at', 'fingerprint'])
}

function sha256Of(document: object, without: readonly string[]): string {
  const kept = Object.fromEntries(Object.entries(document).filter(([key]) => !without.includes(key)))
  return createHash('sha256')
    .update(canonicalize(kept) ?? '', 'utf8')
    .digest('hex')
}
