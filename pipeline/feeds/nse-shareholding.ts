import { issuerId } from '../../data/companies.ts'
import { scaledDecimal } from '../filings/decimal.ts'
import { readInstance } from '../filings/instance.ts'
import type { ShareholdingRow } from '../tables/company.ts'
import { bodyArray, bodyError, bodyText } from './body.ts'
import { jsonItemTexts } from './json-feed.ts'
import { elementOf } from './nse-amounts.ts'
import { archivedFile, isIndianIsin } from './nse-instance.ts'
import { feedOf } from './sightings.ts'

const id = 'nse-shareholding'
const upstream = 'nse'
const list = 'https://www.nseindia.com/api/corporate-share-holdings-master'
const isPattern = (url: URL): boolean => /^SHP_[\w-]+\.xml$/.test(archivedFile(url) ?? '')
const axis = 'CategoryOfShareholdersAxis'

/**
 * Shares of companies listed in India by class of holder (nsearchives.nseindia.com): a pattern each quarter. Shares under depository
 * receipts are in the count NumberOfShares alone. Percentages were numbers until the taxonomy of 2025-10-31 and have been fractions since: the largest
 * class tells which, as it is never below one percent.
 */
export const nseShareholding = feedOf(
  {
    id,
    upstream,
    title: 'Shareholding patterns, NSE',
    match: (url) => `${url.origin}${url.pathname}` === list || isPattern(url),
    plan: ({ licences }) => (licences?.has(upstream) ? [`${list}?index=equities`] : []),
  },
  (body, { url }) => {
    const file = archivedFile(url)
    if (file === null) {
      const addresses = bodyArray(body, id).map((row) => jsonItemTexts(row)('xbrl'))
      return { next: addresses.flatMap((each) => (URL.canParse(each) && isPattern(new URL(each)) ? new URL(each).href : [])) }
    }
    const { facts } = readInstance(bodyText(body, id), ['OneD', 'OneI'])
    const text = (name: string) => facts.find(({ concept }) => elementOf(concept) === name)?.value ?? ''
    const number = isIndianIsin(text('ISIN')) ? text('ISIN') : text('Symbol') || text('NSESymbol')
    const classes = new Map<string, { shares?: string; percent?: string; readonly day: string }>()
    for (const { concept, context, value } of facts) {
      const [dimension, ...more] = context.dimensions
      const isClass = dimension !== undefined && more.length === 0 && elementOf(dimension.axis) === axis
      if (!isClass || context.end === null || value === null) continue
      const holder = elementOf(dimension.member).replace(/Member$/, '')
      const row = classes.get(holder) ?? { day: context.end }
      if (elementOf(concept) === 'NumberOfShares') row.shares = value
      if (elementOf(concept) === 'ShareholdingAsAPercentageOfTotalNumberOfShares') row.percent = value
      classes.set(holder, row)
    }
    const percents = [...classes.values()].flatMap(({ percent }) => (percent === undefined ? [] : [Number(percent)]))
    const shift = Math.max(0, ...percents) > 1 ? 0 : 2
    const company = issuerId('in', number)
    const rows = [...classes].flatMap(([holder, { shares, percent: part, day }]): ShareholdingRow[] => {
      if (shares === undefined || !/^\d+$/.test(shares)) return []
      const percent = part === undefined ? null : scaledDecimal(part, shift, false)
      return [{ company, filing: file, as_of: day, holder, shares, percent }]
    })
    if (!/^[A-Z0-9&-]{1,20}$/.test(number) || rows.length === 0)
      throw bodyError(id, 'PATTERN_EMPTY', 'the instance names no company or no class of holders; inspect the recording')
    return { rows: { shareholding: rows } }
  },
)
