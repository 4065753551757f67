import { companyMarketOf } from '../../data/companies/markets.ts'
import { situationMarkets } from '../../data/companies/situations.ts'
import { type EventType, eventTypes } from '../../data/event-types.ts'
import { plans, type Tier } from '../../data/plans.ts'
import { matchCompany } from '../../pipeline/documents/company/named.ts'
import type { EditionView } from '../../pipeline/editions/reader.ts'
import { Refusal } from '../http/errors.ts'
import { readsFilingsOf } from '../news/company.ts'
import { companiesOf, type KnownCompany } from '../news/stored.ts'
import type { WebhookFilter } from '../state/webhooks.ts'

/** A member of a filter that can never have an event, and why. */
export interface UnmatchableFilter {
  readonly field: keyof WebhookFilter
  readonly message: string
}

type CompanyType = Extract<EventType, `company.${string}`>
const isOfCompany = (type: EventType): type is CompanyType => type.startsWith('company.')
const list = new Intl.ListFormat('en-GB')

/** Why a company can have no event of a type that these tiers read; null where it can. */
function whyNone({ company, row }: KnownCompany, type: CompanyType, tiers: readonly Tier[]): string | null {
  const { market, title, tier } = companyMarketOf({ company })
  if (type === 'company.news') return readsFilingsOf(market) ? null : `filings of companies of its market (${title}) are not read`
  if (row === null || row.blocks.length === 0) return 'it has no briefing: GET /api/companies lists those that have'
  if (type === 'company.situation_changed' && !situationMarkets.includes(market)) return 'situations are read in the USA alone'
  if (tiers.includes(tier)) return null
  const { title: plan } = plans.find((each) => (each.tiers as readonly Tier[]).includes(tier))!
  return `its figures come with the plan ${plan}`
}

/**
 * What of a filter can never have an event in an edition, so that nobody waits for it in silence: types of events of companies without a company,
 * kinds without filings, companies that no list has or that cannot have such events. Null where all of it can.
 *
 * @param tiers those that the account's plan reads
 */
export async function unmatchableFilter(
  view: EditionView | null,
  named: WebhookFilter,
  tiers: readonly Tier[],
): Promise<UnmatchableFilter | null> {
  const { types = eventTypes, companies = [], kinds } = named
  const wanted = types.filter(isOfCompany)
  if (named.types !== undefined && wanted.length > 0 && companies.length === 0) {
    const message = `Events of companies are sent only to who names them. Add companies, or omit ${list.format(wanted)} from types.`
    return { field: 'companies', message }
  }
  if (kinds !== undefined && !(wanted.includes('company.news') && companies.length > 0)) {
    const message = 'kinds narrows company.news of named companies. Add companies, and company.news to types, or omit kinds.'
    return { field: 'kinds', message }
  }
  const known = view === null ? [] : await companiesOf(view)
  // an edition that knows no company tells nothing of any
  if (known.length === 0 || wanted.length === 0) return null
  const asked = companies.map((name) => ({ name, company: matchCompany({ companies: known }, name) }))
  const strange = asked.filter(({ company }) => company === null)
  if (strange.length > 0) return unknownCompanies(strange.map(({ name }) => name))
  const reasons = asked.map(({ name, company }) => ({ name, whys: wanted.map((type) => whyNone(company!, type, tiers)) }))
  const silent = reasons.find(({ whys }) => whys.every((why) => why !== null))
  if (silent !== undefined) {
    const message = `${silent.name} can have none of the events named: ${[...new Set(silent.whys)].join('; ')}. Omit it from companies, or name other types.`
    return { field: 'companies', message }
  }
  const idle = wanted.findIndex((_, at) => reasons.every(({ whys }) => whys[at] !== null))
  if (named.types === undefined || idle === -1) return null
  const message = `None of these companies can have ${wanted[idle]}: ${reasons[0]!.whys[idle]}. Omit it from types.`
  return { field: 'types', message }
}

const unknownCompanies = (names: readonly string[]): UnmatchableFilter => ({
  field: 'companies',
  message: `No list of companies that is read here contains ${list.format(names)}. GET /api/companies?search= finds companies by name.`,
})

/**
 * Throws 404 NOT_FOUND for a read of the feed that can never have an event: it asks for events of companies alone, and no list has any of
 * those it names. Nobody is quoted a price for it. In any other read a name in vain is a note.
 */
export async function refuseUnmatchable(
  view: EditionView,
  { types, companies }: { readonly types: readonly EventType[]; readonly companies: readonly string[] },
): Promise<void> {
  if (companies.length === 0 || !types.every(isOfCompany)) return
  const known = await companiesOf(view)
  if (known.length === 0 || companies.some((name) => matchCompany({ companies: known }, name) !== null)) return
  const { field, message } = unknownCompanies(companies)
  throw new Refusal('NOT_FOUND', message, { field })
}
