import { lines } from '../../../data/companies/lines.ts'
import { issuerId } from '../../../data/companies.ts'
import { deadlineOf } from '../../time/deadline.ts'
import type { IssuerRow, StatementFactRow } from '../../warehouse/tables/company.ts'
import { bodyError, objectOf } from './body.ts'
import { defineFeed, type Rejected, rejection } from './feed.ts'
import { amountsOf, isRecord, Names, type Stated, statedIn } from './xbrl-json.ts'

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
export const esefReport = defineFeed({
  id,
  upstream: 'xbrl-index',
  title: 'Annual reports, UK and Europe',
  needs: null,
  keyed: ['documentInfo.namespaces', 'facts', 'facts.*.dimensions'],
  match: isEsefReport,
  plan: () => [],
  parse: (body, { url }) => {
    const [, filing, lei, end] = path.exec(new URL(url).pathname) as unknown as [string, string, string, string]
    const { documentInfo, facts } = objectOf(body, id)
    const filed = deadlineOf('eu', form, end)
    if (!isRecord(facts) || !isRecord(documentInfo) || !isRecord(documentInfo['namespaces']) || filed === null)
      throw bodyError(id, 'FACTS_MISSING', 'the report has no facts with their namespaces; inspect the recording')
    const names = new Names(documentInfo['namespaces'])
    const stated = Object.values(facts).flatMap((fact) => statedIn(fact, names, lei) ?? [])
    const company = issuerId('eu', lei)
    const rejected: Rejected[] = []
    const lines = stated.filter(({ concept }) => kept.has(concept))
    const amounts = amountsOf(lines, rejected).map(
      ({ concept, unit, value, from, to }): StatementFactRow => ({
        ...{ company, filing, scope: 'consolidated', concept, label: null, unit, from_day: from, to_day: to, value },
        ...{ end_year: null, end_quarter: null, months_back: null, months: null, form, filed, basis: 'deadline' },
      }),
    )
    if (amounts.length === 0)
      rejected.push(rejection(null, 'no-statements', 'no amount under a concept of ifrs-full', `${stated.length} facts`))
    return { rows: { statement_fact: amounts, issuer: [issuerIn(stated, { company, lei, end })] }, rejected, next: [] }
  },
})

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
    ...{ company, name, former_names: [], country: country === '' || country.length > 60 ? null : country, lei },
    ...{ industry_code: row?.code ?? null, industry: row?.industry ?? null, filer_class: null },
    ...{ fiscal_year_end: end.slice(5), tickers: [], exchanges: [] },
  }
}
