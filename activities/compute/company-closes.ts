import {
  type CloseMarket,
  type CloseProvider,
  closeMarkets,
  closeProviders,
  normalizeTicker,
} from '../../data/close-providers.ts'
import { splitsOf } from '../../data/splits.ts'
import { upstreamById } from '../../data/upstreams.ts'
import type { CloseHistory, ShareCloses } from '../../pipeline/companies/market-value.ts'
import type { Issuer } from '../../pipeline/tables/company.ts'
import { asOfMoment, dayNumber } from '../../pipeline/time/day.ts'
import { asKnownAt } from '../../pipeline/values/column.ts'
import {
  closesOfLines,
  type DeclaredSplit,
  declaredSplits,
  type LineCloses,
  seriesOfLine,
  splitsReadByMarket,
} from '../../pipeline/warehouse/closes.ts'
import type { Store } from '../../pipeline/warehouse/store.ts'

const providers: readonly CloseProvider[] = closeProviders
const termsOf = ({ upstream }: CloseProvider) => upstreamById.get(upstream)!.resale
const freeFeeds = providers.filter((provider) => termsOf(provider) !== 'licence').map(({ feed }) => feed)

/** Listed lines of a company (keys), the main one first, by trading symbol: in India the line is the company's own ISIN. */
export function listingKeysByTicker({ company, listed }: Pick<Issuer, 'company' | 'listed'>): ReadonlyMap<string, string> {
  const [market = '', number = ''] = company.split(':')
  if (!(market in closeMarkets)) return new Map()
  const codes = market === 'in' ? [number] : listed.map(({ code }) => code)
  return new Map(codes.map(normalizeTicker).map((line) => [line, `${market}:${line}`]))
}

/**
 * Closes of the listed lines of companies as known at the end of a day (day number), by issuer id; a company without any is left out. The main line
 * is the first one of its list that has closes.
 */
export async function companyCloses(
  store: Store,
  issuers: readonly Issuer[],
  asOf: number,
): Promise<ReadonlyMap<string, ShareCloses>> {
  const lines = new Map(issuers.map((issuer) => [issuer.company, listingKeysByTicker(issuer)]))
  const keys = [...lines.values()].flatMap((own) => [...own.values()])
  const all = await closesOfLines(store, keys)
  const free = await closesOfLines(store, keys, freeFeeds)
  const splits = await declaredSplits(store, keys)
  const lists = await splitsReadByMarket(store)
  return new Map(
    [...lines].flatMap(([company, own]) => {
      const market = company.slice(0, company.indexOf(':')) as CloseMarket
      const from = (closes: ReadonlyMap<string, LineCloses>) => closesFrom(own, closes, splits, lists.get(market) ?? null, asOf)
      const [best, atNoCost] = [from(all), from(free)]
      if (best === null) return []
      return [[company, { ...best, free: best.source.resale === 'licence' ? atNoCost : null }] as const]
    }),
  )
}

function closesFrom(
  own: ReadonlyMap<string, string>,
  closes: ReadonlyMap<string, LineCloses>,
  splits: ReadonlyMap<string, readonly DeclaredSplit[]>,
  listed: number | null,
  asOf: number,
): ShareCloses | null {
  const lineAt = (key: string): (CloseHistory & { readonly from: Uint8Array }) | null => {
    const line = closes.get(key)
    const column = line && asKnownAt(line.versions, asOfMoment(asOf))
    if (!column || column.period.length === 0) return null
    const declared = splits.get(key) ?? []
    const registered = seriesOfLine(key)
    const others = (registered === undefined ? [] : splitsOf(registered)).map(({ session, ratio }) => ({
      session: dayNumber(session)!,
      ratio,
    }))
    const unnamed = others.filter(({ session }) => !declared.some((split) => split.session === session))
    return { column, splits: [...declared, ...unnamed].sort((a, b) => a.session - b.session), from: column.from! }
  }
  const read = [...own].flatMap(([symbol, key]) => {
    const line = lineAt(key)
    return line === null ? [] : [{ symbol, key, line }]
  })
  const [main] = read
  if (main === undefined) return null
  const provider = providers[main.line.from.at(-1)!]!
  const { name, url, resale } = upstreamById.get(provider.upstream)!
  const { lagDays } = provider
  return {
    ...{ column: main.line.column, splits: main.line.splits, classes: new Map(read.map(({ symbol, line }) => [symbol, line])) },
    ...{ splitsRead: listed, differs: closes.get(main.key)!.differs },
    ...(lagDays !== undefined && { lagDays }),
    source: { name, url, resale },
  }
}
