import { companyBlocks } from '../../../data/companies/blocks.ts'
import { type Block, facts, heading, list, sentence, type Text, tableOf } from '../blocks.ts'
import type { Identity } from '../schema.ts'
import { type KeptBlockName, keptBlocks } from './company.ts'
import { amountText, titled } from './figure.ts'
import type { OfferedBlock } from './header.ts'
import type { WhatChanged } from './what-changed.ts'

/** How every block, and the whole, begins. */
interface Head extends Identity {
  readonly company: string
  readonly name: string
  readonly left_out: readonly { readonly what: string; readonly why: string }[]
}

interface NewsBlock {
  readonly window: { readonly since: string; readonly until: string }
  readonly records: readonly { readonly date: string; readonly title: string; readonly link: string }[]
  readonly coverage: string
  readonly not_read: readonly string[]
}

/** A block of a company, or several, as what a page or Markdown of them consists of; the name of each is its heading. */
export function companyText(head: Head, blocks: ReadonlyMap<string, object>): Block[] {
  const title = `${head.name} (${head.company})`
  const changed = blocks.get('what_changed') as WhatChanged | undefined
  return [
    {
      kind: 'head',
      title,
      headline: changed === undefined ? null : headlineOf(changed),
      crumbs: [['Briefings', '/'], ['Companies', '/api/companies'], [title]],
    },
    ...companyBlocks.flatMap(({ block, title: name }) => {
      const members = blocks.get(block)
      return members === undefined ? [] : [heading(name), ...bodyOf(block, members, blocks.size === 1)]
    }),
    heading('Left out'),
    list(head.left_out.map(({ what, why }) => `${titled(what)}: ${why}`)),
  ]
}

/** @param isAlone the whole lists filings once, as news */
function bodyOf(block: string, members: object, isAlone: boolean): Block[] {
  if (block === 'news') return newsBlocks(members as NewsBlock)
  const { blocks } = keptBlocks[block as KeptBlockName]
  return [
    ...blocks(members as never),
    ...(block === 'header' ? offered((members as { blocks: OfferedBlock[] }).blocks) : []),
    ...(block === 'what_changed' && isAlone ? filed((members as { filings: Filed[] }).filings) : []),
  ]
}

/** The first line of the newest period, and how much it changed over a year. */
function headlineOf({ figures, latest }: WhatChanged): Text {
  const [first] = figures
  if (first === undefined) return `Newest report: ${latest.title}.`
  const { line, period, change_percent: change } = first
  const text = [`${titled(line)} of ${period}: `, ...[amountText(first)].flat()] as Text
  if (change === null) return text
  const than = `, ${change < 0 ? 'down' : 'up'} `
  return [...[text].flat(), than, { number: Math.abs(change), unit: 'percent', decimals: 1 }, ' on the year before'] as Text
}

const offered = (blocks: readonly OfferedBlock[]): Block[] => [
  heading('Blocks'),
  tableOf(blocks, [
    ['Block', ({ block }) => titled(block)],
    ['Covered', ({ covered, why }) => (covered ? 'Yes' : titled(why!))],
    ['Path', ({ path }) => path],
    ['Price (USD)', ({ price_usd }) => price_usd],
  ]),
]

interface Filed {
  readonly filed: string
  readonly title: string
  readonly text: string
  readonly url: string
}

const filed = (filings: readonly Filed[]): Block[] => [
  heading('Filings of 90 days'),
  tableOf(filings, [
    ['Date', ({ filed: day }) => day],
    ['What', ({ title, text, url }) => [{ name: title === text ? text : `${title}: ${text}`, url }]],
  ]),
]

const newsBlocks = ({ window, records, coverage, not_read }: NewsBlock): Block[] => [
  sentence(`Filings from ${window.since} to ${window.until}.`),
  tableOf(records, [
    ['Date', ({ date }) => date],
    ['What', ({ title, link }) => [{ name: title, url: link }]],
  ]),
  facts(['Read', coverage], ['Not read', not_read.join(' ') || null]),
]
