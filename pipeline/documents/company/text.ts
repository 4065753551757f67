import { companyBlocks } from '../../../data/companies/blocks.ts'
import { type Block, facts, heading, list, partHeading, sentence, standfirst, tableOf } from '../blocks.ts'
import type { Identity } from '../schema.ts'
import { type KeptBlockName, statementBlocks } from './company.ts'
import { titleOfName } from './figure.ts'
import type { OfferedBlock } from './header.ts'
import type { ServedLead } from './lead.ts'
import { type CompanyCharts, leadPictures } from './pictures.ts'
import type { Valuation } from './valuation.ts'
import type { WhatChanged } from './what-changed.ts'

/** How every block, and the whole, begins. */
interface Head extends Identity, Partial<ServedLead> {
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
export function companyPageBlocks(head: Head, blocks: ReadonlyMap<string, object>): Block[] {
  const title = `${head.name} (${head.company})`
  const isAlone = blocks.size === 1
  const bodies = companyBlocks.flatMap(({ block, title: name }) => {
    const members = blocks.get(block)
    return members === undefined ? [] : [{ name, body: bodyOf(block, members, isAlone) }]
  })
  const pictures = bodies.flatMap(({ body }) => body).find(isPictures)
  return [
    {
      kind: 'head',
      title,
      headline: head.headline ?? null,
      part: 'companies',
      contents: isAlone ? [] : bodies.map(({ name }) => name),
      crumbs: [['Briefings', '/'], ['Companies', '/companies'], [title]],
    },
    ...(head.summary?.length ? [standfirst(head.summary.join(' '))] : []),
    // the whole begins with its pictures, a block has them where it is
    ...(isAlone || pictures === undefined ? [] : [leadPictures(pictures, blocks.get('valuation') as Valuation | undefined)]),
    ...bodies.flatMap(({ name, body }) => [heading(name), ...(isAlone ? body : body.filter((each) => !isPictures(each)))]),
    heading('Left out'),
    list(head.left_out.map(({ what, why }) => `${titleOfName(what)}: ${why}`)),
  ]
}

const isPictures = (each: Block): each is CompanyCharts => each.kind === 'columns' && each.look === 'pictures'

/** @param isAlone the whole lists filings once, as news */
function bodyOf(block: string, members: object, isAlone: boolean): Block[] {
  if (block === 'news') return newsBlocks(members as NewsBlock)
  const { blocks } = statementBlocks[block as KeptBlockName]
  return [
    ...blocks(members as never),
    ...(block === 'header' ? offered(members as Offered) : []),
    ...(block === 'what_changed' && isAlone ? filed((members as WhatChanged).filings) : []),
  ]
}

interface Offered {
  readonly blocks: readonly OfferedBlock[]
  /** Of the whole. */
  readonly price_usd: string
}

const offered = ({ blocks, price_usd: whole }: Offered): Block[] => [
  partHeading('Blocks that can be read'),
  tableOf(blocks, [
    ['Block', ({ block }) => titleOfName(block)],
    ['Covered', ({ covered, why }) => (covered ? 'Yes' : titleOfName(why!))],
    ['Path', ({ path, covered }) => (covered ? [{ name: path, page: `${path}?format=html` }] : path)],
    ['Price (USD)', ({ price_usd }) => price_usd ?? ''],
  ]),
  sentence(`All that are covered in one call: ${whole} USD.`),
]

const filed = (filings: WhatChanged['filings']): Block[] => [
  partHeading('Filings of the last 90 days'),
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
