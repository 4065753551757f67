import { companyById } from '../../../data/companies.ts'
import { type SampleProgramme, samplePurpose } from '../../../data/sample-filings.ts'
import type { SampleReport } from '../../../data/sample-reports.ts'
import { isoDay } from '../../calendar/day.ts'
import { cents } from './coinmetrics-columns.ts'
import { networkDay } from './network.ts'
import type { SampleFiling } from './sec-filings.ts'
import { ascii, cell, centred, grouped, longDate, paragraph, row, table } from './sec-markup.ts'

const namespaces = [
  'xmlns="http://www.w3.org/1999/xhtml"',
  'xmlns:ix="http://www.xbrl.org/2013/inlineXBRL"',
  'xmlns:dei="http://xbrl.sec.gov/dei/2025"',
  'xmlns:us-gaap="http://fasb.org/us-gaap/2025"',
  'xmlns:srt="http://fasb.org/srt/2025"',
  'xmlns:xbrli="http://www.xbrl.org/2003/instance"',
  'xmlns:xbrldi="http://xbrl.org/2006/xbrldi"',
  'xmlns:iso4217="http://www.xbrl.org/2003/iso4217"',
].join(' ')

/** Contexts of one document, made as they are named. */
class Contexts {
  readonly #cik: string
  readonly #made = new Map<string, string>()

  constructor(cik: string) {
    this.#cik = cik
  }

  /** Id of the context of a day, with a member where one is given. */
  on(day: string, axis?: string, member?: string): string {
    const id = `c_${day}${member === undefined ? '' : `_${member.replace(/\W/g, '_')}`}`
    const segment =
      member === undefined
        ? ''
        : `<xbrli:segment><xbrldi:explicitMember dimension="${axis}">${member}</xbrldi:explicitMember></xbrli:segment>`
    this.#made.set(
      id,
      `<xbrli:context id="${id}"><xbrli:entity><xbrli:identifier scheme="http://www.sec.gov/CIK">${this.#cik}</xbrli:identifier>${segment}</xbrli:entity><xbrli:period><xbrli:instant>${day}</xbrli:instant></xbrli:period></xbrli:context>`,
    )
    return id
  }

  get all(): string {
    return [...this.#made.values()].join('\n')
  }
}

const units = (prefix: string): string =>
  [
    ['usd', 'iso4217:USD'],
    ['shares', 'xbrli:shares'],
    ['bitcoin', `${prefix}:Bitcoin`],
    ['pure', 'xbrli:pure'],
  ]
    .map(([id, measure]) => `<xbrli:unit id="${id}"><xbrli:measure>${measure}</xbrli:measure></xbrli:unit>`)
    .join('\n')

const words = (name: string, context: string, text: string): string =>
  `<ix:nonNumeric name="${name}" contextRef="${context}">${text}</ix:nonNumeric>`

const number = (name: string, context: string, unit: string, shown: string, more = ''): string =>
  `<ix:nonFraction name="${name}" contextRef="${context}" unitRef="${unit}" ${more}format="ixt:num-dot-decimal">${shown}</ix:nonFraction>`

/** Dollars as a balance sheet prints them, in thousands. */
const thousands = (name: string, context: string, dollars: number): string =>
  number(name, context, 'usd', grouped(dollars / 1_000), 'decimals="-3" scale="3" ')

const line = (label: string, value: string): string => row([cell(label), cell('$'), cell(value)])

/** The primary document of a 10-Q or 10-K, as a small filer would tag it. `held` is in coins. */
export function periodicReport(programme: SampleProgramme, report: SampleReport, filing: SampleFiling, held: number): string {
  const { cik } = programme
  const prefix = companyById(`us:${cik}`)!.ticker.toLowerCase()
  const contexts = new Contexts(cik)
  const day = isoDay(filing.reported)
  const coverDay = isoDay(filing.filed - 4)
  const end = contexts.on(day)
  const coin = contexts.on(day, 'srt:CryptoAssetAxis', `${prefix}:BitcoinMember`)
  const note = (member: string) => contexts.on(day, 'us-gaap:DebtInstrumentAxis', `${prefix}:${member}`)
  const fairValue = Math.round((held * cents(networkDay(filing.reported).price)) / 1_000) * 1_000
  const carried = carriedDebt(report)
  const assets = fairValue + report.cash + report.otherAssets
  const body = [
    centred(samplePurpose),
    centred(`FORM ${filing.form}`),
    paragraph(`For the period ended ${words('dei:DocumentPeriodEndDate', end, day)}`),
    centred(programme.registrant),
    paragraph(
      `As of ${longDate(filing.filed - 4)}, the registrant had ${number('dei:EntityCommonStockSharesOutstanding', contexts.on(coverDay), 'shares', grouped(report.shares), 'decimals="INF" ')} shares of common stock outstanding.`,
    ),
    centred('CONSOLIDATED BALANCE SHEETS (in thousands)'),
    table([
      line('Cash and cash equivalents', thousands('us-gaap:CashAndCashEquivalentsAtCarryingValue', end, report.cash)),
      line('Bitcoin, at fair value', thousands('us-gaap:CryptoAssetFairValue', coin, fairValue)),
      line('Total assets', thousands('us-gaap:Assets', end, assets)),
      line('Long-term debt, net', thousands('us-gaap:LongTermDebtNoncurrent', end, carried)),
      line('Total liabilities', thousands('us-gaap:Liabilities', end, carried + 5_000_000)),
    ]),
    paragraph(
      report.preferred === null
        ? `No share of preferred stock was outstanding (${number('us-gaap:PreferredStockSharesOutstanding', end, 'shares', '0', 'decimals="INF" ')}).`
        : preferred(report.preferred, contexts, day, prefix),
    ),
    centred('Note 3. Bitcoin'),
    table([
      row([
        cell('Number of bitcoins held'),
        cell(number('us-gaap:CryptoAssetNumberOfUnits', coin, 'bitcoin', grouped(held), 'decimals="INF" ')),
      ]),
    ]),
    ...(report.notes.length === 0 ? [] : debt(report, day, end, note)),
  ]
  return ascii(
    [
      '<?xml version="1.0" encoding="ASCII"?>',
      `<html ${namespaces} xmlns:${prefix}="http://example.com/${prefix}">`,
      `<head>\n<title>${filing.form} SAMPLE DATA</title>\n</head>\n<body>`,
      `<div style="display:none"><ix:header><ix:hidden>${words('dei:DocumentType', end, filing.form)} ${words('dei:EntityCentralIndexKey', end, cik)}</ix:hidden><ix:resources>${contexts.all}\n${units(prefix)}</ix:resources></ix:header></div>`,
      ...body,
      centred(samplePurpose),
      '</body>\n</html>\n',
    ].join('\n'),
  )
}

function preferred(
  { member, shares, preference }: NonNullable<SampleReport['preferred']>,
  contexts: Contexts,
  day: string,
  prefix: string,
): string {
  const context = contexts.on(day, 'us-gaap:StatementClassOfStockAxis', `${prefix}:${member}`)
  const count = number('us-gaap:PreferredStockSharesOutstanding', context, 'shares', grouped(shares), 'decimals="INF" ')
  const value = thousands('us-gaap:PreferredStockLiquidationPreferenceValue', context, preference)
  return `Preferred stock: ${count} shares outstanding, with an aggregate liquidation preference of $${value} thousand.`
}

/** What the notes are to be paid back at, US dollars. */
export const principalOf = ({ notes }: SampleReport): number => notes.reduce((sum, { principal }) => sum + principal, 0)

/** What the balance sheet carries them at: less the costs of their issue. */
export const carriedDebt = (report: SampleReport): number => Math.round((0.985 * principalOf(report)) / 1_000) * 1_000

/** What falls due in each of the years counted from a balance sheet day, by the tag that says so. */
export function maturities({ notes }: SampleReport, day: string): { tag: string; due: number }[] {
  const yearOf = (maturity: string) =>
    Math.min(5, Math.max(0, Number(maturity.slice(0, 4)) - Number(day.slice(0, 4)) - (maturity.slice(5) <= day.slice(5) ? 1 : 0)))
  const years = [
    'NextRollingTwelveMonths',
    'RollingYearTwo',
    'RollingYearThree',
    'RollingYearFour',
    'RollingYearFive',
    'RollingAfterYearFive',
  ]
  return years.map((name, index) => ({
    tag: `LongTermDebtMaturitiesRepaymentsOfPrincipalIn${name}`,
    due: notes.filter(({ maturity }) => yearOf(maturity) === index).reduce((sum, { principal }) => sum + principal, 0),
  }))
}

/** Principal and terms of the notes, and what falls due in each of the years counted from the balance sheet day. */
function debt(report: SampleReport, day: string, end: string, note: (member: string) => string): string[] {
  const { notes } = report
  return [
    centred('Note 5. Debt (in thousands)'),
    table([
      ...notes.map(({ member, title, principal }) =>
        line(title, thousands('us-gaap:DebtInstrumentFaceAmount', note(member), principal)),
      ),
      line('Total principal', thousands('us-gaap:DebtInstrumentFaceAmount', end, principalOf(report))),
    ]),
    ...notes.map(({ member, title, coupon, maturity }) =>
      paragraph(
        `The ${title} bear interest at ${number('us-gaap:DebtInstrumentInterestRateStatedPercentage', note(member), 'pure', String(coupon), 'decimals="INF" scale="-2" ')}% and mature on ${words('us-gaap:DebtInstrumentMaturityDate', note(member), maturity)}.`,
      ),
    ),
    paragraph('Principal due in the years after the balance sheet date:'),
    table(maturities(report, day).map(({ tag, due }, index) => line(`Year ${index + 1}`, thousands(`us-gaap:${tag}`, end, due)))),
  ]
}
