import type { Manifest } from '../../pipeline/editions/edition.ts'
import type { ChangeEvent } from '../../pipeline/editions/events.ts'
import { eventsAfter } from '../../pipeline/editions/on-record.ts'
import type { EventRow } from '../../pipeline/tables/event.ts'
import { newestEvent, putEvents } from '../../pipeline/warehouse/events.ts'
import { listedCompanies } from '../../pipeline/warehouse/news.ts'
import type { Store } from '../../pipeline/warehouse/store.ts'
import type { Deps } from '../deps.ts'

/** Keeps for analysts what an edition tells of, and what an earlier one told of whose process was killed. */
export async function storeEvents(deps: Deps, manifest: Manifest): Promise<void> {
  if (manifest.events === undefined) return
  const store = await deps.store()
  const events = await eventsAfter(deps.blobs, manifest, await newestEvent(store))
  if (events.length > 0) await putEvents(store, events.map(rowOf))
}

/** Addresses of all companies that are listed, by issuer id: their first ticker or code. */
export async function companyAddresses(store: Store): Promise<ReadonlyMap<string, string>> {
  return new Map(
    (await listedCompanies(store)).flatMap(({ company, codes: [code] }) => (code === undefined ? [] : [[company, code]])),
  )
}

const none = {
  happened_at: null,
  briefing: null,
  before: null,
  after: null,
  revised: null,
  release: null,
  period: null,
  about: null,
  company: null,
  record: null,
  kinds: null,
} as const

function rowOf(event: ChangeEvent): EventRow {
  const { cursor, type, known_at, rule, document } = event
  const row = { ...none, cursor, type, known_at, rule, document }
  if (event.type === 'release.published') {
    const { release, period, about = null, released_at } = event
    return { ...row, happened_on: released_at.slice(0, 10), happened_at: released_at, release, period, about }
  }
  if (event.type === 'company.news') {
    const { issuer, record, kinds, happened_at } = event
    const time = happened_at.includes('T') ? happened_at : null
    return { ...row, happened_on: happened_at.slice(0, 10), happened_at: time, company: issuer, record, kinds: kinds.join(',') }
  }
  if (event.type === 'company.figures_updated') {
    const { issuer, period, period_end, happened_at } = event
    return { ...row, happened_on: happened_at, company: issuer, period: period_end, about: period }
  }
  if (event.type === 'company.situation_changed') {
    const { issuer, situation, happened_at } = event
    return { ...row, happened_on: happened_at, company: issuer, about: situation }
  }
  const { briefing, from, to, since, revised = null } = event
  return { ...row, happened_on: since, briefing, before: from, after: to, revised }
}
