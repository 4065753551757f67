import { newsDaysKept, newsSources } from '../../data/news-sources.ts'
import { upstreams } from '../../data/upstreams.ts'
import { placeOf } from '../../pipeline/documents/kind.ts'
import { type NewsDay, newsDayKind, type StoredNewsRecord } from '../../pipeline/documents/news-day.ts'
import { type NewsDirectory, newsDirectoryKind } from '../../pipeline/documents/news-directory.ts'
import type { Draft } from '../../pipeline/documents/schema.ts'
import type { Entry } from '../../pipeline/editions/edition.ts'
import { inDayOrder } from '../../pipeline/news/day-order.ts'
import { asOfMoment, isoDay } from '../../pipeline/time/day.ts'
import { Fingerprint } from '../../pipeline/values/column.ts'
import { type KnownRecord, listedCompanies, listedSince, newsHashes, newsOfDays } from '../../pipeline/warehouse/news.ts'
import type { Store } from '../../pipeline/warehouse/store.ts'

/**
 * The news records of each day and whom they can be asked about, as known at the end of `asOf` (day number), where the edition that stands
 * differs; `kept`: the places of documents that stay unchanged. `waiting`: the days by which companies (issuer ids) are to be read.
 */
export async function changedNewsDays(
  store: Store,
  standing: ReadonlyMap<string, Pick<Entry, 'facts'>>,
  {
    asOf,
    sample,
    waiting = new Map(),
  }: { readonly asOf: number; readonly sample: boolean; readonly waiting?: ReadonlyMap<string, string> },
): Promise<{ days: Draft<NewsDay>[]; directory: Draft<NewsDirectory>[]; kept: string[] }> {
  const moment = asOfMoment(asOf)
  const marks = [...(await newsHashes(store, isoDay(asOf - newsDaysKept), moment))]
  const stands = ([day, mark]: readonly [string, string]) => standing.get(placeOf(newsDayKind, day))?.facts['mark'] === mark
  const changed = new Map(marks.filter((each) => !stands(each)))
  const records = new Map([...changed.keys()].map((day) => [day, [] as KnownRecord[]]))
  for (const record of await newsOfDays(store, [...changed.keys()], moment)) records.get(record.day)?.push(record)
  const directory = await directoryOf(store, { as_of: isoDay(asOf), sample, waiting })
  const directoryPlace = placeOf(newsDirectoryKind, '')
  const directoryStands = standing.get(directoryPlace)?.facts['mark'] === directory.mark
  return {
    days: [...changed].map(([day, mark]) => newsDay(day, mark, records.get(day) ?? [], sample)),
    directory: directoryStands ? [] : [directory],
    kept: [...marks.filter(stands).map(([day]) => placeOf(newsDayKind, day)), ...(directoryStands ? [directoryPlace] : [])],
  }
}

function newsDay(day: string, mark: string, records: readonly KnownRecord[], sample: boolean): Draft<NewsDay> {
  return {
    day,
    as_of: day,
    sample,
    notices: noticesOf(records.map(({ source }) => source)),
    mark,
    records: inDayOrder(records.map(storedRecord)),
  }
}

/** What the upstreams of these sources ask to be printed. */
function noticesOf(sources: readonly string[]): string[] {
  const ids = newsSources.filter(({ source }) => sources.includes(source)).map(({ upstream }) => upstream as string)
  return upstreams.flatMap(({ id, notice }) => (ids.includes(id) && notice !== null ? [notice] : []))
}

function storedRecord(record: KnownRecord): StoredNewsRecord {
  const { id, source, origin, kinds, day, clock, zone, happenedAt, title, titleAsFiled, form, items } = record
  const { companies, link, language, withdrawn, corrected, knownAt } = record
  return {
    ...{ id, source, kind: origin, news_kinds: [...kinds] },
    ...{ date: day, time: clock, time_zone: clock === null ? null : zone, at: happenedAt },
    ...{ title, title_as_filed: titleAsFiled, form, items: [...items] },
    companies: companies.map(({ company, name }) => ({ company, name })),
    ...{ link, language, withdrawn, corrected, known_at: knownAt },
  }
}

async function directoryOf(
  store: Store,
  { as_of, sample, waiting }: { readonly as_of: string; readonly sample: boolean; readonly waiting: ReadonlyMap<string, string> },
): Promise<Draft<NewsDirectory>> {
  const companies = (await listedCompanies(store)).map(({ codes, ...row }) => {
    const until = waiting.get(row.company)
    return { ...row, codes: [...codes], ...(until !== undefined && { to_be_read: until }) }
  })
  const sources = await listedSince(store)
  const mark = new Fingerprint().addText(JSON.stringify([sample, sources, companies])).toString()
  return { as_of, sample, notices: [], mark, sources, companies }
}
