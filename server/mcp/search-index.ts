import { companyBlocks } from '../../data/companies/blocks.ts'
import { companyMarketOf } from '../../data/companies/markets.ts'
import { briefingKind } from '../../pipeline/documents/briefing-kind.ts'
import { companyAddress } from '../../pipeline/documents/company/company.ts'
import type { Kind } from '../../pipeline/documents/kind.ts'
import { metricKind } from '../../pipeline/documents/metric-kind.ts'
import type { EditionView } from '../../pipeline/editions/reader.ts'
import { catalogueOf } from '../answers/catalogues.ts'
import { directoryOf } from '../companies/directory.ts'
import { listedFilers, soldBlocks } from '../companies/list.ts'
import { memoizeRead } from '../http/once.ts'
import { singular, suggest } from '../http/suggest.ts'
import type { BriefingListing, MetricListing } from '../schemas/catalogue.ts'
import { missingTitle, topicLookup } from './topics.ts'

interface Index {
  readonly items: readonly Item[]
  /** Items by a name or title as a whole. */
  readonly named: ReadonlyMap<string, readonly Item[]>
  /** The words of each title. */
  readonly titles: ReadonlyMap<Item, string>
  /** The weight of a word in each item that has it: the highest of its places there. */
  readonly words: ReadonlyMap<string, ReadonlyMap<Item, number>>
  /** The words by their first character: those that are alike share it. */
  readonly byFirst: ReadonlyMap<string, readonly string[]>
}

/** `own`: where the word is a name by itself. */
const weights = { own: 6, name: 4, title: 3, about: 1 } as const
/** Above any sum of words: an id or a name as a whole, then the beginning of a title. */
const [asNamed, asBegun] = [10_000, 1_000]
/** What a word that only begins as the one that was asked for, or is close to it, counts. */
const alike = 0.5
/** Words looked at, and items that are looked at for their blocks. */
const [mostWords, mostRanked] = [12, 100]
/** Companies that a block is offered of where a search names the block alone. */
const mostOfBlock = 3

const unimportant = new Set(
  'a about against an and are at be by current did do does doing for from get give going has have how i in is it latest me my now of on or show tell that the their this to today us was were what when where which who why will with'.split(
    ' ',
  ),
)

/** The words of a text as they are compared: in small letters and the singular. */
export function comparedWordsOf(text: string): string[] {
  const words = text.toLowerCase().split(/[^\p{L}\p{N}]+/u)
  return words.filter((word) => word !== '').map(singular)
}

/** Those of a search that tell something; all where none does. */
export function searchWords(query: string): string[] {
  const words = comparedWordsOf(query).slice(0, mostWords)
  const telling = words.filter((word) => !unimportant.has(word))
  return telling.length === 0 ? words : telling
}

/**
 * What a search finds in an edition without its news, best first: an id, ticker or name as a whole, then a title that begins so, then by the
 * words, of which rare ones count more, and those of names and titles more than those of descriptions. What askers call a topic comes before.
 */
export async function searchEdition(view: EditionView, query: string): Promise<Hit[]> {
  const index = await indexOf(view)
  const asked = comparedWordsOf(query).slice(0, mostWords)
  const isMetric = (word: string) => index.named.get(word)?.some(({ id }) => id.startsWith('metric:')) === true
  const telling = asked.filter((word) => !unimportant.has(word))
  const { leads, missing } = ledBy(telling, isMetric)
  const first = leads.flatMap((id) => (id === changesHit.id ? changesHit : (index.items.find((item) => item.id === id) ?? [])))
  const others = byWords(index, query).filter(({ id }) => !leads.includes(id))
  if (missing === null) return [...first, ...others]
  const absent = { id: `not-covered:${missing.id}`, title: missingTitle(missing), path: '/api/briefings' }
  return [absent, ...first, ...(missing.alone ? [] : others.filter(({ id }) => id.startsWith('company:')))]
}

/** What changed over all briefings, which is a document of no kind. */
const changesHit: Hit = {
  id: 'changes:since-yesterday',
  title: 'What changed since yesterday, over all briefings',
  path: '/api/events',
}

const ledBy = topicLookup(comparedWordsOf)

function byWords(index: Index, query: string): Hit[] {
  const { items, named, titles, words } = index
  const asked = searchWords(query)
  if (asked.length === 0) return []
  const scores = new Map<Item, number>()
  const add = (item: Item, score: number) => scores.set(item, (scores.get(item) ?? 0) + score)
  const blocks = searchedBlocks.filter(({ title }) => searchWords(title).every((word) => asked.includes(word)))
  const ofBlocks = new Set(blocks.flatMap(({ title }) => searchWords(title)))
  for (const word of asked) for (const [item, score] of scored(index, word)) add(item, score)
  for (const whole of [comparedWordsOf(query), asked]) for (const item of named.get(whole.join(' ')) ?? []) add(item, asNamed)
  const beginning = asked.join(' ')
  for (const item of scores.keys()) if (titles.get(item)!.startsWith(beginning)) add(item, asBegun)
  const ranked = [...scores]
    .sort(([a, one], [b, other]) => other - one || (a.id < b.id ? -1 : 1))
    .slice(0, mostRanked)
    .map(([item]) => item)
  const rest = asked.filter((word) => !ofBlocks.has(word))
  const isMeant = (item: Item) => item.blocks.length > 0 && rest.some((word) => words.get(word)?.has(item))
  const hits = ranked.flatMap((item) => (isMeant(item) ? [...blocksOf(item, blocks), item] : [item]))
  if (blocks.length === 0 || ranked.some(isMeant)) return hits
  return [...newestWith(items, blocks), ...hits]
}

/** The first block tells who a company is, as its whole briefing does. */
const searchedBlocks = companyBlocks.filter(({ block }) => block !== 'header')
type Block = (typeof companyBlocks)[number]

const blocksOf = (item: Item, blocks: readonly Block[]): Hit[] =>
  blocks
    .filter(({ block }) => item.blocks.includes(block))
    .map(({ block, title }) => ({
      id: `${item.id}/${block}`,
      title: `${item.title}: ${title.toLowerCase()}`,
      path: `${item.path}/${block}`,
    }))

/** Where a block is asked for of no company: of those that reported last. */
function newestWith(items: readonly Item[], blocks: readonly Block[]): Hit[] {
  const having = items.filter((item) => blocks.some(({ block }) => item.blocks.includes(block)))
  const newest = having.toSorted((a, b) => (a.newest > b.newest ? -1 : 1)).slice(0, mostOfBlock)
  return newest.flatMap((item) => blocksOf(item, blocks))
}

/** What a word counts for each item: the word itself, words that begin so, and where there is neither, the closest. */
function scored({ words, byFirst, items }: Index, word: string): [Item, number][] {
  const own = words.get(word)
  const sharing = byFirst.get(firstOf(word)) ?? []
  const begun = word.length < 3 ? [] : sharing.filter((each) => each !== word && each.startsWith(word))
  const others = own === undefined && begun.length === 0 ? closestWords(sharing, word) : begun
  const rarity = (having: ReadonlyMap<Item, number>) => Math.log(1 + items.length / having.size)
  const best = new Map<Item, number>()
  for (const [each, share] of [[word, 1] as const, ...others.map((other) => [other, alike] as const)]) {
    const having = words.get(each) ?? new Map<Item, number>()
    for (const [item, weight] of having) best.set(item, Math.max(best.get(item) ?? 0, share * weight * rarity(own ?? having)))
  }
  return [...best]
}

/** Those of about the length that begin with the same letter: a slip is seldom in the first, and comparing all would take too long. */
function closestWords(sharing: readonly string[], word: string): string[] {
  if (word.length < 4) return []
  const mostAway = Math.floor(word.length / 4)
  const about = sharing.filter((each) => Math.abs(each.length - word.length) <= mostAway)
  return suggest(word, about)
}

const firstOf = (word: string) => word.slice(0, 1)

/** Made once an edition. */
const indexOf = memoizeRead(async (view: EditionView): Promise<Index> => {
  const items = itemsIn(view, await listedFilers(view))
  const named = new Map<string, Item[]>()
  const words = new Map<string, Map<Item, number>>()
  const titles = new Map<Item, string>()
  for (const item of items) {
    const title = comparedWordsOf(item.title)
    const names = [...new Set(item.names)].map(comparedWordsOf)
    titles.set(item, title.join(' '))
    for (const name of new Set([comparedWordsOf(item.id), ...names, title].map((each) => each.join(' '))))
      named.set(name, [...(named.get(name) ?? []), item])
    const put = (own: readonly string[], weight: number) => {
      for (const word of own) {
        const having = words.get(word) ?? new Map<Item, number>()
        words.set(word, having.set(item, Math.max(having.get(item) ?? 0, weight)))
      }
    }
    for (const name of names) put(name, name.length === 1 ? weights.own : weights.name)
    put(title, weights.title)
    put(comparedWordsOf(item.about), weights.about)
  }
  const byFirst = new Map<string, string[]>()
  for (const word of words.keys()) {
    const sharing = byFirst.get(firstOf(word))
    if (sharing === undefined) byFirst.set(firstOf(word), [word])
    else sharing.push(word)
  }
  return { items, named, titles, words, byFirst }
})

/** Something that can be fetched: its id, its title, and the path of its page. */
interface Hit {
  readonly id: string
  readonly title: string
  readonly path: string
}

/** What is found by its words. */
interface Item extends Hit {
  /** Ids, tickers and common names. */
  readonly names: readonly string[]
  readonly about: string
  /** Blocks of a company, each of which can be fetched by itself. */
  readonly blocks: readonly string[]
  /** Last day of what a company reported last. */
  readonly newest: string
}

/** All that can be found in an edition beside its news. */
const itemsIn = (view: EditionView, filers: ReadonlySet<string>): Item[] => [
  ...briefingsIn(view),
  ...metricsIn(view),
  ...companiesIn(view, filers),
]

const aliasesOf = (kind: Kind, view: EditionView) =>
  new Map(kind.rows(view.manifest.sample).map(({ id, aliases = [] }) => [id, aliases]))

const alone = { blocks: [], newest: '' }

function briefingsIn(view: EditionView): Item[] {
  const aliases = aliasesOf(briefingKind, view)
  const { briefings } = catalogueOf(briefingKind, view, 0) as unknown as { briefings: BriefingListing[] }
  return briefings.map(({ id, title, path, description, metrics }) => ({
    ...{ ...alone, id: `briefing:${id}`, title, path, names: [id, ...aliases.get(id)!] },
    about: [description, ...metrics].join(' '),
  }))
}

function metricsIn(view: EditionView): Item[] {
  const aliases = aliasesOf(metricKind, view)
  const { metrics } = catalogueOf(metricKind, view, 0) as unknown as { metrics: MetricListing[] }
  return metrics.map(({ metric, title, path, description, why, category }) => ({
    ...{ ...alone, id: `metric:${metric}`, title, path, names: [metric, ...aliases.get(metric)!] },
    about: [description, why, category].join(' '),
  }))
}

function companiesIn(view: EditionView, filers: ReadonlySet<string>): Item[] {
  return directoryOf(view)
    .companies.filter(({ blocks }) => blocks.length > 0)
    .map((row) => {
      const address = companyAddress(row)
      const { company, name, codes, former_codes = [], lei, latest_period } = row
      return {
        ...{ id: `company:${address}`, title: name, path: `/api/companies/${encodeURIComponent(address)}` },
        names: [address, company.replace(/^\w+:0*/, ''), ...codes, ...former_codes, ...(lei === undefined ? [] : [lei])],
        ...{ about: companyMarketOf(row).title, blocks: soldBlocks(row, filers), newest: latest_period?.end ?? '' },
      }
    })
}
