import { companyBlocks } from '../../data/companies/blocks.ts'
import { companyMarketOf } from '../../data/companies/markets.ts'
import { prices } from '../../data/prices.ts'
import {
  companyAddress,
  type DirectoryRow,
  type KeptBlockName,
  type StoredCompany,
} from '../../pipeline/documents/company/company.ts'
import type { OfferedBlock } from '../../pipeline/documents/company/header.ts'
import type { Ratios } from '../../pipeline/documents/company/ratios.ts'
import type { WhatChanged } from '../../pipeline/documents/company/what-changed.ts'
import type { EditionView } from '../../pipeline/editions/reader.ts'
import { dayBefore } from '../../pipeline/time/day.ts'
import { readsFilingsOf } from '../news/company.ts'
import { coverageOf } from '../news/coverage.ts'
import { newsPageOf, recentDays, recentFilers } from '../news/page.ts'
import { companiesOf, readDirectory, readRecords } from '../news/stored.ts'
import type { NewsPage } from '../schemas/news.ts'
import type { BlockName } from './directory.ts'
import { type Peers, peerRankOf, peersIn } from './peers.ts'
import { wholeBriefingPrice } from './price.ts'

/** Records of news that a briefing lists, of the last days. */
const mostNews = 50

/** Why a company has no such block, by block; null where it has. */
export type BlockAbsences = ReadonlyMap<BlockName, string | null>

/** The news of a company, and which blocks it has of all: what needs the records of the edition beside its own document. */
export interface CompanyOffer {
  readonly news: Omit<NewsPage, 'about' | 'sample' | 'notices'> | null
  readonly whyNot: BlockAbsences
}

export async function companyOfferOf(view: EditionView, row: DirectoryRow): Promise<CompanyOffer> {
  const news = await newsOf(view, row)
  const each = await Promise.all(companyBlocks.map(async ({ block }) => [block, await whyBlockAbsent(view, row, block)] as const))
  return { news, whyNot: new Map(each) }
}

/** Why a company has no such block; null where it has. */
export async function whyBlockAbsent(view: EditionView, row: DirectoryRow, block: BlockName): Promise<string | null> {
  if (block !== 'news') return row.blocks.includes(block) ? null : (row.why[block] ?? 'not read yet')
  if ((await recentFilers(view)).has(row.company)) return null
  const { market, title } = companyMarketOf(row)
  return readsFilingsOf(market)
    ? `none of its filings of the last ${recentDays} days has been read`
    : `filings of the market ${title} are not read as news`
}

/** The filings of the last days as /api/news serves them; null where there are none. */
async function newsOf(view: EditionView, { company }: DirectoryRow): Promise<CompanyOffer['news']> {
  const { as_of: until, sample } = view.manifest
  const since = dayBefore(until, recentDays)
  const directory = await readDirectory(view)
  const about = (await companiesOf(view)).find((each) => each.company === company)!
  const records = await readRecords(view, since, until)
  const filter = { about: company, kind: 'filed', since, until, untilUnused: false, limit: mostNews } as const
  const covered = coverageOf(view, directory, filter, company.slice(0, company.indexOf(':')))
  const whole = newsPageOf(records, { filter, company: about, directory, covered, sample })
  const { about: _about, sample: _sample, notices: _notices, ...page } = whole
  return page.records.length === 0 ? null : page
}

/** A block as it is served: what is kept of it, and what other documents of the edition add. */
export function servedBlock(
  view: EditionView,
  row: DirectoryRow,
  stored: StoredCompany,
  offer: CompanyOffer,
  block: BlockName,
): object {
  if (block === 'news') return offer.news!
  const kept = stored.blocks[block as KeptBlockName]!
  if (block === 'header') {
    const blocks = offeredBlocks(row, offer.whyNot)
    return { ...kept, blocks, price_usd: wholeBriefingPrice(blocks.filter(({ covered }) => covered).length) }
  }
  if (block === 'what_changed') {
    const filings = [...(kept as WhatChanged).filings, ...(offer.news?.records ?? []).map(filedOf)]
    const reports = { ...stored.lead?.filings, ...(kept as WhatChanged).reports }
    return {
      facts: stored.lead?.facts ?? [],
      ...kept,
      reports,
      filings: filings.sort((a, b) => (a.filed < b.filed ? 1 : a.filed > b.filed ? -1 : 0)),
    }
  }
  if (block === 'quality' || block === 'profitability') return ranked(kept as Ratios, peersIn(view)(row), view.manifest.as_of)
  return kept
}

const filedOf = ({ form, date, link, title, news_kinds }: NewsPage['records'][number]) => ({
  form,
  filed: date,
  url: link,
  title: form === null ? title : `${form} filed ${date}`,
  kinds: [...news_kinds],
  text: title,
})

function offeredBlocks(row: DirectoryRow, whyNot: BlockAbsences): OfferedBlock[] {
  return companyBlocks.map(({ block }) => {
    const why = whyNot.get(block) ?? null
    return {
      block,
      covered: why === null,
      why,
      path: `/api/companies/${companyAddress(row)}/${block}`,
      price_usd: why === null ? prices.companyBlock : null,
    }
  })
}

/** Ratios with the place of each among the peers of the company. */
function ranked<Members extends Ratios>(kept: Members, peers: Peers, day: string): Members {
  if ('why' in peers) return { ...kept, peers: { among: null, n: null, as_of: day, why: peers.why } }
  return {
    ...kept,
    ratios: kept.ratios.map((ratio) => ({
      ...ratio,
      rank: ratio.value === null ? null : peerRankOf(peers.rows, ratio.ratio, ratio.value),
    })),
    peers: { among: peers.among, n: peers.rows.length, as_of: day, why: null },
  }
}
