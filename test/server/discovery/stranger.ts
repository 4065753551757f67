import { ExactEvmScheme } from '@x402/evm'
import { wrapFetchWithPayment, x402Client } from '@x402/fetch'
import { privateKeyToAccount } from 'viem/accounts'

/**
 * An agent that knows an address and nothing of what is behind it: it reads `/llms.txt` or `/openapi.json` as any server has them, takes the
 * entry whose words fit a question best, fills in what its path needs from the lists that the description names, pays and reads.
 */
export interface Found {
  readonly path: string
  readonly status: number
  readonly text: string
}

interface Entry {
  readonly path: string
  readonly text: string
}

const common = new Set(
  'a an and are at be by did do does for from has have how in is it many much of on or the to was were what which who will with'.split(
    ' ',
  ),
)

/** `flows` and `flowing` are one word. */
const stem = (word: string) => word.replace(/(?:ies|es|s|ing|ed|er)$/, '').slice(0, 7)
const wordsOf = (text: string) =>
  text
    .toLowerCase()
    .match(/[a-z0-9]+/g)
    ?.filter((word) => !common.has(word))
    .map(stem) ?? []

/** Entries by how well they answer a question: each of its words counts by how rare it is among them, and twice at the head of a text. */
function ranked(question: string, entries: readonly Entry[]): Entry[] {
  const asked = [...new Set(wordsOf(question))]
  const sets = entries.map(({ text }) => ({ all: new Set(wordsOf(text)), head: new Set(wordsOf(text.split(/[.:(]/)[0]!)) }))
  const weights = asked.map((word) => Math.log((1 + entries.length) / (1 + sets.filter(({ all }) => all.has(word)).length)))
  const scores = sets.map(
    ({ all, head }) =>
      asked.reduce((sum, word, at) => sum + weights[at]! * (Number(all.has(word)) + Number(head.has(word))), 0) /
      Math.log(20 + all.size),
  )
  return entries
    .map((entry, at) => ({ entry, score: scores[at]! }))
    .toSorted((x, y) => y.score - x.score)
    .map(({ entry }) => entry)
}

interface Parameter {
  readonly name: string
  readonly in: string
  readonly schema: { readonly enum?: readonly string[]; readonly description?: string }
}

export async function openStranger(origin: string, privateKey: `0x${string}`) {
  const client = new x402Client()
  client.register('eip155:84532', new ExactEvmScheme(privateKeyToAccount(privateKey)))
  const buy = wrapFetchWithPayment(fetch, client)
  const description = (await (await fetch(`${origin}/openapi.json`)).json()) as {
    paths: Record<string, { get?: { summary: string; description: string; parameters?: Parameter[] } }>
  }
  const guide = await (await fetch(`${origin}/llms.txt`)).text()
  const entries: Readonly<Record<'llms.txt' | 'OpenAPI', readonly Entry[]>> = {
    'llms.txt': [...guide.matchAll(/^- \[[^\]]+\]\((\/[^)]+)\): (.*)$/gm)].map(([, path = '', text = '']) => ({ path, text })),
    OpenAPI: Object.entries(description.paths).map(([path, { get }]) => ({ path, text: `${get?.summary}. ${get?.description}` })),
  }

  /** What a parameter may be: one of a few words, or a row of the list that its description names. */
  async function choices({ name, schema }: Parameter): Promise<Entry[]> {
    const [, list] = /GET (\/\S+) lists them/.exec(schema.description ?? '') ?? []
    if (list === undefined) return (schema.enum ?? []).map((path) => ({ path, text: path.replaceAll('_', ' ') }))
    const body = (await (await fetch(`${origin}${list}`, { headers: { accept: 'application/json' } })).json()) as object
    const rows = Object.values(body).flatMap((each) => (Array.isArray(each) ? (each as Record<string, unknown>[]) : []))
    return rows.flatMap((row) => {
      const path = row['address'] ?? row[name]
      const words = ['title', 'name', 'description'].map((word) => row[word] ?? '').join('. ')
      return typeof path === 'string' ? [{ path, text: `${path}, ${words}` }] : []
    })
  }

  /** An entry for each value of the parameters of its path. */
  async function expanded(entry: Entry): Promise<Entry[]> {
    const parameters = description.paths[entry.path]?.get?.parameters ?? []
    let made: Entry[] = [entry]
    for (const parameter of parameters.filter((each) => each.in === 'path')) {
      const all = await choices(parameter)
      made = made.flatMap(({ path, text }) =>
        all.map((each) => ({
          path: path.replace(`{${parameter.name}}`, encodeURIComponent(each.path)),
          text: `${each.text}. ${text}`,
        })),
      )
    }
    return made
  }

  return {
    async answer(question: string, through: keyof typeof entries): Promise<Found> {
      const sold = entries[through].filter(({ path }) => description.paths[path] !== undefined)
      const [best] = ranked(question, (await Promise.all(sold.map(expanded))).flat())
      const response = await buy(`${origin}${best!.path}`, { headers: { accept: 'text/markdown' } })
      return { path: best!.path, status: response.status, text: await response.text() }
    },
  }
}
