import { newsOrigins } from '../../data/news-kinds.ts'
import { aboutShape, longestWindow, mostRecords, usualRecords } from './filter.ts'

/** Schemas of the parameters of GET /api/news, as the description prints them. */
export const newsParameters: Readonly<Record<string, object>> = {
  about: {
    type: 'string',
    pattern: aboutShape.source,
    description:
      'One company by its ticker (USA), securities code (Japan), CIK, or issuer id as news prints it (us:0000320193): its filings alone. An ISIN is accepted where a source that is read lists one. Default: every company and agency.',
    example: 'HRBX',
  },
  kind: {
    type: 'string',
    enum: newsOrigins,
    description: 'Filings of companies, or documents of agencies and central banks. Default: both.',
    example: 'filed',
  },
  since: {
    type: 'string',
    format: 'date',
    description: `First date of the window, which has at most ${longestWindow} days. Default: seven days before the last.`,
  },
  until: { type: 'string', format: 'date', description: 'Last date of the window. Default: today (UTC).' },
  as_of: {
    type: 'string',
    format: 'date',
    description: 'Only records dated on or before this date; used in place of until.',
  },
  limit: {
    type: 'integer',
    minimum: 1,
    maximum: mostRecords,
    default: usualRecords,
    description: 'Most records of the answer.',
    example: 5,
  },
}
