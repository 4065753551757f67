import { companyBlocks } from '../../data/companies/blocks.ts'
import { companyMarkets } from '../../data/companies/markets.ts'

export const addressShape = /^[A-Za-z0-9.-]{1,33}$/
/** Companies of a page of GET /api/companies, where no limit is given, and most. */
export const usualListed = 50
export const mostListed = 200

/** Schemas of the parameters of the company routes, as the description prints them. */
export const companyParameters: Readonly<Record<string, object>> = {
  company: {
    type: 'string',
    pattern: addressShape.source,
    description:
      'A company in any case: in the USA by its ticker, a class of shares after a dot or a dash, or its CIK; in Japan and Korea by its securities code; anywhere by an ISIN or LEI that is known. A CIK of four digits that is a code in Tokyo too is written with ten. GET /api/companies lists them.',
    example: 'MZPX',
  },
  block: {
    type: 'string',
    enum: companyBlocks.map(({ block }) => block),
    description: `A block: ${companyBlocks.map(({ block, answers }) => `${block} (${answers.charAt(0).toLowerCase()}${answers.slice(1, -1)})`).join('; ')}.`,
    example: 'header',
  },
  date: {
    type: 'string',
    format: 'date',
    description:
      'Of the block numbers alone: a past day whose figures are served as known at its end in the market of the company (default: now).',
  },
  search: {
    type: 'string',
    minLength: 1,
    description: 'Letters of a name, or a code. Default: every company.',
    example: 'marzipan',
  },
  market: {
    type: 'string',
    enum: companyMarkets.map(({ market }) => market),
    description: 'One market. Default: all.',
    example: 'us',
  },
  cursor: { type: 'string', minLength: 1, description: 'The next_cursor of the page before. Default: the first page.' },
  limit: {
    type: 'integer',
    minimum: 1,
    maximum: mostListed,
    default: usualListed,
    description: 'Most companies of a page.',
    example: 10,
  },
}
