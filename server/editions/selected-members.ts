import { Refusal } from '../http/errors.ts'
import { memoize } from '../http/once.ts'
import { suggest } from '../http/suggest.ts'

/** The members of an object of JSON: the text of each value, as it is written, by name. */
type Members = ReadonlyMap<string, string>

/** Members of every document that stay, whatever is asked for: what it is, what part of it is served, and what it depends on. */
const alwaysKept = ['briefing', 'block', 'metric', 'ticker', 'company', 'access', 'as_of', 'fingerprint', 'sample', 'notices']

/** Members whose own members can be asked for one by one, as `readings.vix`. */
const divided = ['readings', 'readings_in_full']

/** The members of a document's JSON, read once. */
const membersIn = memoize((body: Buffer) => jsonMembersOf(body.toString('utf8')))

/** Reads the text of an object of JSON without its values: numbers stay as they are written. */
export function jsonMembersOf(text: string): Members {
  const members = new Map<string, string>()
  let depth = 0
  let string = ''
  let name: string | null = null
  let from = 0
  for (const { 0: token, index } of text.matchAll(/"(?:[^"\\]+|\\.)*"|[{}[\],:]/g)) {
    if (token === '}' || token === ']') depth -= 1
    const ends = name !== null && (depth === 0 || (depth === 1 && token === ','))
    if (ends) {
      members.set(name!, text.slice(from, index).trim())
      name = null
    }
    if (token === '{' || token === '[') depth += 1
    if (depth !== 1) continue
    if (token === ':') {
      name = JSON.parse(string) as string
      from = index + 1
    } else if (token.startsWith('"')) string = token
  }
  return members
}

/** What can be asked for of a document: the members of its JSON, and each of its readings. */
function namesIn(members: Members): string[] {
  return [...members].flatMap(([name, value]) => [
    name,
    ...(divided.includes(name) ? [...jsonMembersOf(value).keys()].map((each) => `${name}.${each}`) : []),
  ])
}

/**
 * Checks `fields` against a document. `apart`: members that its JSON leaves out, as an object of JSON; null where there are none.
 * @throws Refusal 400 INVALID_FIELDS with the names there are
 */
export function checkFields(fields: readonly string[], body: Buffer, apart: Buffer | null): void {
  checkNames(fields, [...memberNames(body), ...(apart === null ? [] : memberNames(apart))])
}

/** Names that can be asked for of a document, by its JSON; read once. */
export const memberNames = memoize((body: Buffer): readonly string[] => namesIn(membersIn(body)))

/** The same against the names there are. */
export function checkNames(fields: readonly string[], names: readonly string[]): void {
  const unknown = fields.find((field) => !names.includes(field))
  if (unknown === undefined) return
  throw new Refusal(
    'INVALID_FIELDS',
    'The document has no such member. Separate the members of its JSON by commas, or omit fields for the whole document.',
    { field: 'fields', allowed: names, suggestions: suggest(unknown, names) },
  )
}

/** The members of a document that `fields` names, in its order, beside those that always stay; a member it does not have is left out. */
export function selectedText(fields: readonly string[], body: Buffer, apart: Buffer | null): string {
  const all = [...new Map([...membersIn(body), ...(apart === null ? [] : membersIn(apart))])]
  const chosen = all.flatMap(([name, value]): (readonly [string, string])[] => {
    if (fields.includes(name) || alwaysKept.includes(name)) return [[name, value]]
    const some = divided.includes(name) ? [...jsonMembersOf(value)].filter(([each]) => fields.includes(`${name}.${each}`)) : []
    return some.length === 0 ? [] : [[name, objectOf(some)]]
  })
  return objectOf(chosen)
}

const objectOf = (members: readonly (readonly [string, string])[]): string =>
  `{${members.map(([name, value]) => `${JSON.stringify(name)}:${value}`).join(',')}}`
