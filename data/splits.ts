import type { Split } from './companies/row.ts'
import type { Series } from './series/row.ts'

const split = (session: string, ratio: number, source: string): Split => ({ day: session, session, ratio, source })

/**
 * Splits of the listed shares of `series/closes.ts`, by series: new shares for an old share from the session on, as `ratio`. A `ratio` of 1 marks a
 * change of price that looks like a split. After a jump that no row explains, closes are quarantined until somebody has checked it.
 *
 * Only those since the first close that is read. The days are the issuers’ own; where a recorded body shows the ratio, the row says so.
 */
const splits: Readonly<Record<string, readonly Split[]>> = {
  'USO.close': [split('2020-04-29', 1 / 8, 'USCF, notice of April 2020')],
  'UNG.close': [
    split('2018-01-05', 1 / 4, 'USCF, notice of December 2017'),
    split('2024-01-24', 1 / 4, 'USCF, notice of January 2024'),
  ],
  'VXX.close': [
    split('2021-04-23', 1 / 4, 'Barclays, notice of April 2021'),
    split('2023-03-07', 1 / 4, 'Barclays, notice of March 2023'),
    split('2024-07-24', 1 / 4, 'Barclays, notice of July 2024'),
  ],
  'XLE.close': [
    split(
      '2025-12-05',
      2,
      'State Street, notice of November 2025; recorded adjusted closes before it are half of the traded ones',
    ),
  ],
  'EOG.close': [
    split('2020-03-09', 1, 'the share fell by a third as oil fell by a quarter; recorded adjusted closes fall alike'),
  ],
  'CLSK.close': [split('2020-05-06', 1, 'the share fell by a third; recorded adjusted closes fall alike')],
  'OXY.close': [split('2020-03-09', 1, 'the share fell by half as oil fell by a quarter; recorded adjusted closes fall alike')],
}

/** Splits of the share whose closes the series gives, oldest first. */
export const splitsOf = ({ id, company }: Pick<Series, 'id' | 'company'>): readonly Split[] => company?.splits ?? splits[id] ?? []

/** First session whose closes are read: older ones hold splits nobody has looked up. */
const firstSession = '2016-01-04'

/** The same of those whose older closes are of another share, of one traded over the counter, or hold such splits. */
const laterSessions: Readonly<Record<string, string>> = {
  // five old shares became one between 2025-08-14 and 2026-06-05; the day is not known to us
  'WEAT.close': '2026-01-02',
  'VXX.close': '2019-01-18',
  'B.close': '2025-05-09',
  'CORZ.close': '2024-01-24',
  'HUT.close': '2023-12-04',
  'CLSK.close': '2020-01-24',
  'RIOT.close': '2020-01-02',
  'MARA.close': '2020-01-02',
}

export const firstSessionOf = ({ id }: Pick<Series, 'id'>): string => laterSessions[id] ?? firstSession
