import { InputError } from '../pipeline/errors.ts'
import { suggest } from '../server/http/suggest.ts'

/** More names than this are not listed: the message says which command shows them. */
const mostListed = 16
const mostSuggested = 3

/** What a word that names nothing here may be one of. */
export interface NameChoices {
  /** What they name, such as `feed`. */
  readonly kind: string
  readonly names: readonly string[]
  /** The command that shows all of them, where they are many. */
  readonly shownBy?: string
  /** Names that are meant by other words, such as the feeds of an upstream. */
  readonly alias?: (word: string) => readonly string[]
}

/** Wrong use: a word that names nothing here, with what was probably meant, else with what there is. */
export function unknown(code: string, word: string, { kind, names, shownBy, alias }: NameChoices): InputError {
  const close = suggestNames(word, names, alias?.(word))
  const next =
    close.length > 0
      ? `did you mean ${inWords(close)}?`
      : names.length <= mostListed || shownBy === undefined
        ? `use ${inWords(names)}`
        : `to see all of them: ${shownBy}`
  return new InputError(code, `unknown ${kind} "${word.slice(0, 64)}"; ${next}`, { suggestions: close.join(' ') })
}

/** Names close to a word: what it is another word for, a slip of the hand, or a part of the name. */
export function suggestNames(word: string, names: readonly string[], aliases: readonly string[] = []): readonly string[] {
  if (aliases.length > 0) return aliases
  const slips = suggest(word, names)
  if (slips.length > 0 || word.length < 3) return slips
  const part = word.toLowerCase()
  return names.filter((name) => name.toLowerCase().includes(part)).slice(0, mostSuggested)
}

function inWords(names: readonly string[]): string {
  return new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(names)
}
