import { Refusal, wrong } from '../http/errors.ts'
import { loggedValue } from '../http/hide-secrets.ts'
import { suggest } from '../http/suggest.ts'

/** An argument of a tool. Every one is a text, as a parameter of a query is. */
export interface Argument {
  readonly description: string
  readonly required?: true
  readonly oneOf?: readonly string[]
}

export type Arguments = Readonly<Record<string, string | undefined>>

/** Longer than any id, day or search worth reading. */
const longest = 200

/** The arguments of a call, checked against those of its tool: a misspelt name is refused, since the answer would be another than meant. */
export function readArguments(given: unknown, known: Readonly<Record<string, Argument>>): Arguments {
  const names = Object.keys(known)
  const entries = Object.entries((given ?? {}) as Record<string, unknown>).filter(([, value]) => value !== null)
  for (const [name, value] of entries) {
    const argument = Object.hasOwn(known, name) ? known[name] : undefined
    if (argument === undefined) {
      const suggestions = suggest(name, names)
      const use = names.length === 0 ? 'It takes none.' : `Use ${names.join(', ')}.`
      throw new Refusal('UNKNOWN_PARAMETER', `This tool has no such argument. ${use}`, {
        field: loggedValue(name),
        allowed: names,
        suggestions,
      })
    }
    if (typeof value !== 'string' || value.length > longest)
      throw wrong(name, `The argument ${name} must be a text. Send a string of at most ${longest} characters.`)
    if (argument.oneOf !== undefined && !argument.oneOf.includes(value))
      throw wrong(name, `The argument ${name} must be ${argument.oneOf.join(' or ')}.`, { allowed: argument.oneOf })
  }
  const missing = names.find((name) => known[name]!.required && !entries.some(([given]) => given === name))
  if (missing !== undefined)
    throw new Refusal('MISSING_PARAMETER', `The argument ${missing} is missing. ${known[missing]!.description}`, {
      field: missing,
    })
  return Object.fromEntries(entries) as Arguments
}

/** The same arguments as the JSON Schema that clients read. */
export function schemaOf(known: Readonly<Record<string, Argument>>) {
  return {
    type: 'object' as const,
    properties: Object.fromEntries(
      Object.entries(known).map(([name, { description, oneOf }]) => [
        name,
        { type: 'string', description, ...(oneOf === undefined ? {} : { enum: [...oneOf] }) },
      ]),
    ),
    required: Object.keys(known).filter((name) => known[name]!.required),
    additionalProperties: false,
  }
}
