import { InputError } from '../errors.ts'

const segment = /^[A-Za-z0-9._-]{1,200}$/

/** True for one segment of a key. */
export function isKeySegment(text: string): boolean {
  return segment.test(text) && text !== '.' && text !== '..'
}

/** True for a relative path of `[A-Za-z0-9._-]` segments: what else lies in a folder or a bucket is not ours. */
export const isKey = (text: string): boolean => text.split('/').every(isKeySegment)

/** The key itself when it is a relative path of `[A-Za-z0-9._-]` segments; else an `InputError`. */
export function checkedKey(key: string): string {
  if (!isKey(key)) {
    throw new InputError('BAD_KEY', 'A blob key must be a relative path of letters, digits, ".", "_" and "-". Correct the key.', {
      key: key.slice(0, 120),
    })
  }
  return key
}

/** The prefix without its closing slash; an `InputError` where it has none. */
export function checkedPrefix(prefix: string): string {
  if (!prefix.endsWith('/')) {
    throw new InputError('BAD_PREFIX', 'A prefix of blob keys must end in "/". Add it.', { prefix: prefix.slice(0, 120) })
  }
  return checkedKey(prefix.slice(0, -1))
}
