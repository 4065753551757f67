import type { CouponMaturity } from '../../../data/auctions.ts'
import type { Day } from '../../days/day.ts'
import { dayNumber, isoDay } from '../../time/day.ts'
import { dayInWords, figure, inWords, monthInWords } from '../../values/amounts.ts'
import { type Fact, type MoveSign, signOfChange, subjectFact } from '../story/ranking.ts'
import { auctionMetricNames, comparisonLimits } from './auction-demand.ts'
import {
  type AuctionRow,
  awardShareOf,
  type MaturityAuctions,
  meanOfEarlierAuctions,
  newestAuctionFirst,
  newestAuctions,
} from './auction-tables.ts'

/** Days for which an auction is news, and for which it is named. */
const newsDays = 7
const toldDays = 14
/** Days of which the weakest auction is named, and the auctions that make a comparison. */
const monthDays = 31
const fewestCompared = 3
/** Weight of a yield beyond a whole percent: above that of an auction far from usual. */
const crossingWeight = 4

const figures = {
  indirect: { read: awardShareOf('indirect'), good: 1 },
  cover: { read: ({ bid_to_cover: cover }: AuctionRow) => cover, good: 1 },
  dealers: { read: awardShareOf('dealers'), good: -1 },
} as const
type FigureName = keyof typeof figures
const names = Object.keys(figures) as FigureName[]

/** A figure of an auction against its mean at the auctions before, in standard deviations of such figures (`deviationOf`). */
interface Compared {
  readonly name: FigureName
  readonly value: number
  readonly usual: number
  readonly deviations: number
}

/**
 * An auction with what of it can be compared, the least usual first; `score`: the mean of its deviations, above zero where demand was stronger
 * than usual, null where nothing can be compared.
 */
export interface RankedAuction extends MaturityAuctions {
  readonly compared: readonly Compared[]
  readonly score: number | null
}

/**
 * Standard deviation of a figure around the mean of its maturity, over the earlier auctions of all maturities together: three auctions of one
 * maturity do not make a usable one. Null where too few are on record, or all are the same.
 */
function deviationOf(all: readonly MaturityAuctions[], name: FigureName): number | null {
  let [squares, free] = [0, 0]
  for (const { earlier } of all) {
    const mean = meanOfEarlierAuctions(earlier, figures[name].read)
    if (mean === null) continue
    const values = earlier.flatMap((row) => figures[name].read(row) ?? [])
    squares += values.reduce((sum, value) => sum + (value - mean) ** 2, 0)
    free += values.length - 1
  }
  return squares > 0 ? Math.sqrt(squares / free) : null
}

/** The newest auction of each maturity, the least usual first, those that cannot be compared last. */
export function rankedAuctions(day: Day): RankedAuction[] {
  const all = newestAuctions(day)
  const deviations = Object.fromEntries(names.map((name) => [name, deviationOf(all, name)])) as Record<FigureName, number | null>
  const ranked = all.map((auctions): RankedAuction => {
    const compared = names.flatMap((name): Compared[] => {
      const [value, usual] = [figures[name].read(auctions.newest), meanOfEarlierAuctions(auctions.earlier, figures[name].read)]
      const deviation = deviations[name]
      return value === null || usual === null || deviation === null
        ? []
        : [{ name, value, usual, deviations: (value - usual) / deviation }]
    })
    compared.sort((a, b) => Math.abs(b.deviations) - Math.abs(a.deviations))
    const score = compared.reduce((sum, each) => sum + figures[each.name].good * each.deviations, 0) / compared.length
    return { ...auctions, compared, score: compared.length === 0 ? null : score }
  })
  return ranked.sort((a, b) => surpriseOf(b) - surpriseOf(a) || newestAuctionFirst(a.newest, b.newest))
}

const surpriseOf = ({ score }: RankedAuction): number => Math.abs(score ?? 0)

/** The auctions of the last two weeks as facts, the least usual first; of the newest where none was held in them. */
export function auctionFacts(ranked: readonly RankedAuction[], day: Day): Fact[] {
  const age = ({ newest }: RankedAuction) => day.asOf - dayNumber(newest.auction_day)!
  const recent = ranked.filter((auction) => age(auction) <= toldDays)
  const newest = ranked.toSorted((a, b) => newestAuctionFirst(a.newest, b.newest)).slice(0, 1)
  return (recent.length > 0 ? recent : newest).map((auction) => auctionFact(auction, day, age(auction) < newsDays))
}

/** `the 30-year auction`. */
const nameOf = ({ maturity }: AuctionRow): string => `${maturity!.toLowerCase()} auction`
const usualOf = ({ usual, name }: Compared): string => (name === 'cover' ? figure(usual, 2) : `${figure(usual, 1)}%`)
const shareText = (value: number): string => `${figure(value, 1)}%`

/** The text of each figure: main clauses of even and odd days, each with and without the usual value, and a part of a sentence. */
const clausesOf: Readonly<
  Record<FigureName, (auction: string, value: number) => readonly [even: string, odd: string, part: string]>
> = {
  indirect: (auction, value) => [
    `Indirect bidders took ${shareText(value)} of the ${auction}`,
    `At the ${auction} indirect bidders took ${shareText(value)}`,
    `indirect bidders ${shareText(value)}`,
  ],
  cover: (auction, value) => [
    `Bids at the ${auction} came to ${figure(value, 2)} times the amount sold`,
    `The ${auction} drew bids for ${figure(value, 2)} times the amount sold`,
    `bids of ${figure(value, 2)} times the amount`,
  ],
  dealers: (auction, value) => [
    `Dealers were left with ${shareText(value)} of the ${auction}`,
    `At the ${auction} dealers took ${shareText(value)}`,
    `dealers ${shareText(value)}`,
  ],
}

/** One auction by what is least usual of it, or by a yield beyond a whole percent where its maturity had none there before. */
function auctionFact(auction: RankedAuction, day: Day, isNews: boolean): Fact {
  const { newest, earlier, compared } = auction
  const today = isoDay(day.asOf)
  const called = `${nameOf(newest)} of ${dayInWords(newest.auction_day, today)}`
  const lead: Compared | undefined = compared[0]
  const name = lead?.name ?? 'cover'
  const value = lead?.value ?? newest.bid_to_cover
  const [even, odd] = clausesOf[name](called, value)
  const usual = lead === undefined ? '' : `, against a usual ${usualOf(lead)}`
  const from = earlier[0] && figures[name].read(earlier[0])
  const points = from === null || from === undefined || name === 'cover' ? 0 : value - from
  const move =
    Math.abs(points) < 0.05
      ? ''
      : `, ${points > 0 ? 'up' : 'down'} ${figure(Math.abs(points), 1)} points from ${dayInWords(earlier[0]!.auction_day, today)}`
  const dealers = figures.dealers.read(newest)
  const others = dealers === null ? '' : `; dealers took ${shareText(dealers)}`
  const counted = lead === undefined ? others : ` (${inWords(earlier.length)} auctions)`
  const crossing = crossingOf(auction, day)
  const first = crossing === null ? [] : [`The ${called} cleared at ${crossing}`]
  const way: MoveSign = lead === undefined ? 0 : signOfChange(lead.deviations)
  return subjectFact({
    metric: auctionMetricNames(newest.maturity as CouponMaturity)[name],
    about: `the ${nameOf(newest)}`,
    weight: Math.max(surpriseOf(auction), crossing === null ? 0 : crossingWeight),
    isNews,
    strength: surpriseOf(auction),
    text: [...first, `${even}${move}${usual}${counted}`].map((text) => `${text}.`).join(' '),
    clauses:
      crossing === null
        ? [
            [`${even}${usual}`, even],
            [`${odd}${usual}`, odd],
          ]
        : [first, [`At the ${called} the high yield was ${crossing}`]],
    asides: [clausesOf[name](nameOf(newest), value)[0]].map((text) => text[0]!.toLowerCase() + text.slice(1)),
    meaning: (figures[name].good * way) as MoveSign,
    way,
  })
}

/** `5.046%, the first above 5% since at least April`; null where the auction before was on the same side of the whole percent. */
function crossingOf({ newest: { maturity, high, auction_day: on }, earlier: [last] }: MaturityAuctions, day: Day): string | null {
  if (high === null || last === undefined || last.high === null) return null
  const level = Math.max(Math.floor(high), Math.floor(last.high))
  const isAbove = high > level
  const isBeyond = (yielded: number | null) => yielded !== null && (isAbove ? yielded > level : yielded < level)
  if (!isBeyond(high) || isBeyond(last.high)) return null
  const others = day
    .rows('auction')
    .filter((row) => row.kind === 'nominal' && row.maturity === maturity && row.auction_day < on)
    .sort(newestAuctionFirst)
  const at = others.findIndex((row) => isBeyond(row.high))
  // a yield that goes to and fro around a whole percent is not news
  if (at >= 0 && at < fewestCompared) return null
  const since = `${at < 0 ? 'at least ' : ''}${monthInWords(others.at(at)!.auction_day, isoDay(day.asOf))}`
  return `${figure(high, 3)}%, the first ${isAbove ? 'above' : 'below'} ${level}% since ${since}`
}

/** `The weakest auction since 15 June was the 7-year of 25 June: indirect bidders 57.6%, usual 66.4%.` Null where too few can be compared. */
export function weakestSentence(ranked: readonly RankedAuction[], day: Day): string | null {
  const month = ranked.filter(({ newest, score }) => score !== null && day.asOf - dayNumber(newest.auction_day)! <= monthDays)
  const weakest = month.toSorted((a, b) => a.score! - b.score!)[0]
  if (month.length < fewestCompared || weakest === undefined || weakest.score! >= 0) return null
  const { newest, compared } = weakest
  const worst = compared.toSorted((a, b) => figures[a.name].good * a.deviations - figures[b.name].good * b.deviations)[0]!
  const part = clausesOf[worst.name]('', worst.value)[2]
  const today = isoDay(day.asOf)
  return `The weakest of the last ${inWords(month.length)} auctions was the ${newest.maturity!.toLowerCase()} of ${dayInWords(newest.auction_day, today)}: ${part}, usually ${usualOf(worst)}.`
}

/** What a reader must know of the auctions that "usual" is worked out from; nothing where all have as many as are compared. */
export function comparisonSampleNotes(ranked: readonly RankedAuction[]): string[] {
  const counts = ranked.map(({ earlier }) => earlier.length)
  const fewest = Math.min(comparisonLimits.most, ...counts)
  if (fewest === comparisonLimits.most) return []
  if (counts.every((count) => count < comparisonLimits.fewest))
    return [`Fewer than ${inWords(comparisonLimits.fewest)} earlier auctions are on record, so no usual level is shown.`]
  const few = `Some maturities have only ${inWords(fewest)} earlier ${fewest === 1 ? 'auction' : 'auctions'} on record`
  return [
    fewest < comparisonLimits.fewest
      ? `${few}: no usual level is shown for fewer than ${inWords(comparisonLimits.fewest)}.`
      : `${few}: "usual" and the state use those.`,
  ]
}
