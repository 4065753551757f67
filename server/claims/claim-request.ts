import { bodyRefusal } from '../http/errors.ts'
import type { ClaimInput } from '../state/claims.ts'
import { skeletonOf } from './confusables.ts'

/** What an agent says of itself when it asks for a key: text of a stranger. */
export type ClaimRequest = Pick<ClaimInput, 'client_name' | 'purpose' | 'client_version'>

interface FieldRule {
  /** Characters it may have. */
  readonly most: number
  /** Whether a text carries a URL, where none may: it is shown beside the button that approves. */
  carriesUrl?(text: string): boolean
}

const scheme = /:\/\/|\bwww\.|\b(?:javascript|data|mailto|tel):/i
/** A name and a top-level domain of letters, such as `example.com`, in what a text is seen as; names of programs that end in `.js` are not. */
const domain = /[\p{L}\p{N}-]+[.\u3002](?!js\b)\p{L}{2,}/iu
/** A version may have words between its dots: `1.0.0-beta.exp`. */
const version = /^v?\d/i

const fields: Readonly<Record<keyof ClaimRequest, FieldRule>> = {
  client_name: { most: 64, carriesUrl: (text) => scheme.test(text) || domain.test(text) },
  purpose: { most: 200 },
  client_version: { most: 32, carriesUrl: (text) => scheme.test(text) || (domain.test(text) && !version.test(text)) },
}

/** Control characters, those that turn the direction of a text or are not seen, lone halves of pairs, characters that do not exist. */
const unprintable = /[\p{C}\p{Zl}\p{Zp}]/u

/** Reads the body of a request for a claim; undefined where it had none. Members it does not know are ignored. */
export function readClaimRequest(body: unknown = {}): ClaimRequest {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw bodyRefusal('body', 'The body must be a JSON object. Send {} to say nothing about the client.')
  const given = body as Readonly<Record<string, unknown>>
  return {
    client_name: readField('client_name', given['client_name']),
    purpose: readField('purpose', given['purpose']),
    client_version: readField('client_version', given['client_version']),
  }
}

/** The text of a member; null where it is left out or empty. */
function readField(name: keyof ClaimRequest, value: unknown): string | null {
  if (value === undefined || value === null) return null
  const { most, carriesUrl } = fields[name]
  if (typeof value !== 'string') throw bodyRefusal(name, `${name} must be a text. Send a string of at most ${most} characters.`)
  const text = value
    .normalize('NFKC')
    .replace(/\p{Zs}+/gu, ' ')
    .trim()
  if (unprintable.test(text))
    throw bodyRefusal(name, `${name} has characters that cannot be printed. Send plain text on one line.`)
  if ([...text].length > most) throw bodyRefusal(name, `${name} is too long. Send at most ${most} characters.`)
  if (carriesUrl?.(skeletonOf(text))) throw bodyRefusal(name, `${name} carries a URL. Send a name without an address.`)
  return text === '' ? null : text
}
