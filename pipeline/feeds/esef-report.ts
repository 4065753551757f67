import { lines } from '../../data/companies/lines.ts'
import { issuerId } from '../../data/companies.ts'
import { scaledDecimal } from '../filings/decimal.ts'
import { type IssuerRow, type StatementFactRow, unstated } from '../tables/company.ts'
import { dayNumber, isoDay } from '../time/day.ts'
import { deadlineOf } from '../time/deadline.ts'
import { groupedBy } from '../values/grouped.ts'
import { bodyError, bodyObject } from './body.ts'
import { feedOf, type Sightings } from './sightings.ts'

const id = 'esef-report'
const form = 'annual report'

/** `/LEI/period end/ESEF/country/number/name.json`; reports of the UK may be UKSEF. */
const path = /^\/(([A-Z0-9]{18}\d{2})\/(\d{4}-\d{2}-\d{2})\/(?:UK|E)SEF\/[A-Z]{2}\/\d{1,3})\/[^/]+\.json$/

/** Whether an address is that of a report in xBRL-JSON. */
export const isEsefReport = (url: URL): boolean => url.host === 'filings.xbrl.org' && path.test(url.pathname)

const kept = new Set(
  lines.flatMap(({ tags, parts = [] }: { tags: readonly string[]; parts?: readonly (readonly string[])[] }) =>
    [...tags, ...parts.flat()].flatMap((tag) => (tag.startsWith('ifrs:') ? tag.replace('ifrs:', 'ifrs-full:') : [])),
  ),
)

/** Divisions of NACE whose companies state no current items, and what their statements alone state. */
const industries = [
  { code: '64', industry: 'Financial service activities', concepts: ['DepositsFromCustomers', 'LoansAndAdvancesToCustomers'] },
  {
    code: '65',
    industry: 'Insurance',
    concepts: [
      'InsuranceRevenue',
      'InsuranceContractsIssuedThatAreLiabilities',
      'LiabilitiesUnderInsuranceContractsAndReinsuranceContractsIssued',
    ],
  },
] as const

/**
 * Annual reports of companies listed in the UK and Europe as xBRL-JSON (filings.xbrl.org): amounts under concepts of ifrs-full, of the group as
 * a whole. Concepts of the issuer's own are left out: this form does not say which standard concept they are anchored to. The index states when
 * it added a report and not when that was published, so a report counts as known from the deadline on.
 */
export const esefReport = feedOf(
  {
    id,
    upstream: 'xbrl-index',
    title: 'Annual reports, UK and Europe',
    keyed: ['documentInfo.namespaces', 'facts', 'facts.*.dimensions'],
    match: isEsefReport,
  },
  (body, { url, reject }) => {
    const [, filing, lei, end] = path.exec(url.pathname) as unknown as [string, string, string, string]
    const { documentInfo, facts } = bodyObject(body, id)
    const filed = deadlineOf('eu', form, end)
    if (!isRecord(facts) || !isRecord(documentInfo) || !isRecord(documentInfo['namespaces']) || filed === null)
      throw bodyError(id, 'FACTS_MISSING', 'the report has no facts with their namespaces; inspect the recording')
    const names = new Names(documentInfo['namespaces'])
    const stated = Object.values(facts).flatMap((fact) => statedIn(fact, names, lei) ?? [])
    const company = issuerId('eu', lei)
    const lines = stated.filter(({ concept }) => kept.has(concept))
    const amounts = amountsOf(lines, reject).map(
      ({ concept, unit, value, from, to }): StatementFactRow => ({
        ...{ company, filing, scope: 'consolidated', concept, label: null, unit, from_day: from, to_day: to, value },
        ...{ end_year: null, end_quarter: null, months_back: null, months: null, form, filed, basis: 'deadline' },
      }),
    )
    if (amounts.length === 0) reject(null, 'no-statements', 'no amount under a concept of ifrs-full', `${stated.length} facts`)
    return { rows: { statement_fact: amounts, issuer: [issuerIn(stated, { company, lei, end })] } }
  },
)

/** Who the company is by its report. */
function issuerIn(
  stated: readonly Stated[],
  { company, lei, end }: { readonly company: string; readonly lei: string; readonly end: string },
): IssuerRow {
  const text = (concept: string) =>
    stated
      .find((each) => each.concept === `ifrs-full:${concept}`)
      ?.value.replaceAll(/\s+/g, ' ')
      .trim() ?? ''
  const name = text('NameOfReportingEntityOrOtherMeansOfIdentification').slice(0, 200) || lei
  const country = text('CountryOfIncorporation')
  const concepts = new Set(stated.map(({ concept }) => concept.replace('ifrs-full:', '')))
  const isUnclassified = !concepts.has('CurrentAssets')
  const row = industries.find((each) => isUnclassified && each.concepts.some((concept) => concepts.has(concept)))
  return {
    ...unstated,
    ...{ company, told_by: 'filer', name, lei, fiscal_year_end: end.slice(5) },
    country: country === '' || country.length > 60 ? null : country,
    ...{ industry_code: row?.code ?? null, industry: row?.industry ?? null },
  }
}

type Cells = Readonly<Record<string, unknown>>
const isRecord = (value: unknown): value is Cells => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Names of a document: their prefixes are its own. */
class Names {
  readonly #spaces: Cells

  constructor(spaces: Cells) {
    this.#spaces = spaces
  }

  /** The name behind the prefix, where that stands for a namespace; else null. */
  within(space: RegExp, name: unknown): string | null {
    const [, prefix = '', local = ''] = /^([^:]+):(.+)$/.exec(typeof name === 'string' ? name : '') ?? []
    const known = Object.hasOwn(this.#spaces, prefix) ? this.#spaces[prefix] : null
    return typeof known === 'string' && space.test(known) ? local : null
  }

  /** `GBP`, `GBP/shares`, `shares`; null for any other unit. */
  unit(text: unknown): string | null {
    const [over, under, more] = typeof text === 'string' ? text.split('/') : []
    const currency = this.within(/\/iso4217$/, over)
    const isCounted = this.within(/\/instance$/, over) === 'shares'
    if (under === undefined) return isCounted ? 'shares' : currency
    return currency !== null && more === undefined && this.within(/\/instance$/, under) === 'shares' ? `${currency}/shares` : null
  }
}

/** A fact about the company as a whole. */
type Stated = NonNullable<ReturnType<typeof statedIn>>

/** Dimensions that every fact may have; any other makes it one about a part. */
const core = new Set(['concept', 'entity', 'period', 'unit', 'language', 'noteId'])

function statedIn(fact: unknown, names: Names, lei: string) {
  if (!isRecord(fact) || !isRecord(fact['dimensions']) || typeof fact['value'] !== 'string') return null
  const { concept, entity, unit, period, ...more } = fact['dimensions']
  const name = names.within(/^https?:\/\/xbrl\.ifrs\.org\/taxonomy\/[\d-]+\/ifrs-full$/, concept)
  const isWhole = Object.keys(more).every((key) => core.has(key))
  if (name === null || !isWhole || names.within(/17442/, entity)?.toUpperCase() !== lei) return null
  return { concept: `ifrs-full:${name}`, value: fact['value'], decimals: fact['decimals'], unit: names.unit(unit), period }
}

interface Amount {
  readonly concept: string
  readonly unit: string
  readonly from: string | null
  readonly to: string
  readonly value: string
  /** Places it is rounded to; infinite where it is exact. */
  readonly places: number
}

const keyOf = ({ concept, unit, from, to }: Amount) => `${concept} ${unit} ${from} ${to}`

function amountIn({ concept, value, decimals, unit, period }: Stated): Amount[] {
  const [, sign, digits = '', exponent = '0'] = /^(-?)(\d+(?:\.\d+)?)(?:[eE]([+-]?\d{1,2}))?$/.exec(value) ?? []
  const plain = scaledDecimal(digits, Number(exponent), sign === '-')
  const days = periodOf(period)
  if (unit === null || plain === null || days === null) return []
  return [{ concept, unit, ...days, value: plain, places: typeof decimals === 'number' ? decimals : Number.POSITIVE_INFINITY }]
}

/** `2021-04-01T00:00:00/2022-04-01T00:00:00`: midnights, of which the last one ends the day before; an instant is one of them. */
function periodOf(text: unknown): Pick<Amount, 'from' | 'to'> | null {
  const moments = typeof text === 'string' ? text.split('/') : []
  const [start, end = start, more] = moments.map((moment) =>
    dayNumber(/^(\d{4}-\d{2}-\d{2})T00:00:00(?:\.0+)?Z?$/.exec(moment)?.[1] ?? ''),
  )
  if (start == null || end == null || more !== undefined || (moments.length === 2 && start >= end)) return null
  return { from: moments.length === 2 ? isoDay(start) : null, to: isoDay(end - 1) }
}

/** The amount that is rounded least, where the others are it, rounded; null where they differ. */
function onlyOf(group: readonly Amount[]): Amount | null {
  const [finest, ...others] = group.toSorted((a, b) => (a.places === b.places ? 0 : b.places - a.places)) as [Amount, ...Amount[]]
  const agree = others.every(({ value, places }) => {
    const off = Math.abs(Number(value) - Number(finest.value))
    return off === 0 || off <= 0.5 * 10 ** -places
  })
  return agree ? finest : null
}

/** Amounts of facts: of each concept, unit and period the one that is rounded least; none where two of them differ. */
function amountsOf(stated: readonly Stated[], reject: Sightings['reject']): Amount[] {
  return [...groupedBy(stated.flatMap(amountIn), keyOf).values()].flatMap((group) => {
    const amount = onlyOf(group)
    if (amount !== null) return [amount]
    reject(null, 'two-amounts', 'stated twice with different amounts', group)
    return []
  })
}
