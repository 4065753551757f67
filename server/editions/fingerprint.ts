import { membersOf } from './selected-members.ts'

const inMarkdown = /, (sha256:[0-9a-f]{64})\s*$/
const inPage = /<dt>Fingerprint<\/dt><dd><code>(sha256:[0-9a-f]{64})<\/code>/

/**
 * The fingerprint of a document: a member of its JSON, the end of its Markdown, an entry of its page; null where it has none. Nowhere else is
 * looked: a title of somebody else could spell one.
 *
 * @param type content type of the text
 */
export function fingerprintIn(text: string, type: string): string | null {
  if (type.startsWith('application/json')) {
    const member = membersOf(text).get('fingerprint')
    return member === undefined ? null : (JSON.parse(member) as string)
  }
  return (type.startsWith('text/html') ? inPage : inMarkdown).exec(text)?.[1] ?? null
}
