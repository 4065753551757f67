import { formatNames, type WebhookFormat } from '../delivery/formats.ts'
import { bodyRefusal } from '../http/errors.ts'
import { suggest } from '../http/suggest.ts'
import { mostCompanies, readFilter } from '../openapi/event-filter.ts'
import type { WebhookFilter } from '../state/webhooks.ts'

const lists = ['types', 'companies', 'kinds'] as const
const members: readonly string[] = ['url', 'format', ...lists]

/** Reads the body of a registration. Members it does not know are refused: a filter that is misspelt would let everything through. */
export function readWebhookRequest(body: unknown) {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw bodyRefusal('body', 'The body must be a JSON object with url. Send {"url": "https://HOST/PATH"}.')
  const given = body as Readonly<Record<string, unknown>>
  const strange = Object.keys(given).find((name) => !members.includes(name))
  if (strange !== undefined) {
    const suggestions = suggest(strange, members)
    const hint = suggestions[0] === undefined ? {} : { hint: `Rename the member to ${suggestions[0]}.` }
    throw bodyRefusal('body', `The body has a member that is not known. Use ${members.join(', ')}.`, { suggestions, ...hint })
  }
  const { url } = given
  if (typeof url !== 'string') throw bodyRefusal('url', 'url must be a text. Send the https address that events are posted to.')
  const format = readWebhookFormat(given['format'])
  return { url, format, filter: filterOf(Object.fromEntries(lists.map((name) => [name, namesOf(name, given[name])]))) }
}

/** The format that is named; `standard` where none is. Throws a 400 `Refusal`. */
export function readWebhookFormat(value: unknown): WebhookFormat {
  const format = formatNames.find((name) => name === (value ?? 'standard'))
  if (format !== undefined) return format
  throw bodyRefusal('format', `There is no such format. Use ${formatNames.join(', ')}, or omit it for standard.`, {
    allowed: formatNames,
    suggestions: suggest(String(value), formatNames),
  })
}

/** A filter by the rules of the feed. Throws a 400 `Refusal` that names the member. */
export function filterOf(named: Readonly<Record<string, readonly string[] | null>>): WebhookFilter {
  const written = Object.entries(named).flatMap(([name, names]) => (names === null ? [] : [[name, names.join(',')] as const]))
  const read = readFilter(new Map(written))
  return Object.fromEntries(written.map(([name]) => [name, read[name as keyof WebhookFilter]]))
}

function namesOf(member: string, value: unknown): readonly string[] | null {
  if (value === undefined || value === null) return null
  const names = Array.isArray(value) ? value : []
  if (names.length > 0 && names.length <= mostCompanies && names.every((name) => typeof name === 'string' && !name.includes(',')))
    return names as string[]
  throw bodyRefusal(member, `${member} must be a list of names. Send 1 to ${mostCompanies} texts in it, or omit it for all.`)
}
