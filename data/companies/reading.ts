/** How many companies of a market are read in a night. */
interface ReadingRow {
  readonly market: string
  /** Companies asked about in a UTC day, whichever runs ask: the schedule of the market's feed, and `everything`, which runs every day. */
  readonly perNight: number
  /** Days after which a company is read again though no list named a report of it since; null where it is not. */
  readonly againAfter: number | null
}

/**
 * Markets whose companies are asked about one by one. In Japan the lists of days lead to every report, and elsewhere lists of results do.
 *
 * - USA: two requests and some 2.3 MB a company. 500 take two minutes at the SEC's limit of requests, and one run composes as many.
 * - Korea: one request for who it is and six for its two newest reports, 1,050 of the 20,000 that DART answers a key in a day.
 */
export const nightlyQuotas = [
  { market: 'us', perNight: 500, againAfter: 120 },
  { market: 'kr', perNight: 150, againAfter: null },
] as const satisfies readonly ReadingRow[]

export type ReadMarket = (typeof nightlyQuotas)[number]['market']
